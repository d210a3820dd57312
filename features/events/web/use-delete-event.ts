import { useState } from 'react'
import { messageOf } from '../../../web/api.ts'
import { useCall } from '../../../web/send.ts'
import { useConfirm } from '../../../web/ui/confirm-context.ts'
import { deleteEvent, type Event } from '../contract.ts'
import { sendEvent } from './calls.ts'

/** Asks, deletes, and says how it went. */
export function useDeleteEvent(onDeleted: (id: number) => void) {
  const confirm = useConfirm()
  const [banner, setBanner] = useState('')
  const [leaving, setLeaving] = useState<Event | null>(null)
  const { send } = useCall((id: number) => sendEvent('deleting', deleteEvent, { id }).then(() => id), {
    success: ['Success', 'Event deleted successfully!'],
    failure: 'Error',
    onSuccess: onDeleted,
    onFailure(error) {
      setBanner(messageOf(error))
      setLeaving(null)
    },
  })

  async function remove(event: Event) {
    const sure = await confirm({
      title: 'Delete event',
      text: 'Are you sure you want to delete this event? This action cannot be undone.',
      confirm: 'Delete',
      danger: true,
    })
    if (!sure) return
    setBanner('')
    setLeaving(event)
    await send(event.id)
  }
  return {
    remove,
    banner,
    /** The event that is being deleted or was deleted last: it is in no list any more, and is not to be asked for. */
    leaving,
  }
}
