import { useState } from 'react'
import { messageOf } from '../../../web/api/call.ts'
import { useCall } from '../../../web/api/send.ts'
import { useConfirm } from '../../../web/ui/confirm-context.ts'
import { deleteEvent, type Event } from '../contract.ts'
import { sendEvent } from './calls.ts'

/** What the member looks at: `list` names the tab and the search, `opened` what is open over them, if anything. */
type Place = { list: string; opened: string }

/** Asks, deletes, and says how it went. */
export function useDeleteEvent(place: Place, onDeleted: (id: number) => void) {
  const confirm = useConfirm()
  const [banner, setBanner] = useBanner(place)
  const [leaving, setLeaving] = useState<Event | null>(null)
  const { send } = useCall((id: number) => sendEvent('deleting', deleteEvent, { id }), {
    success: ['Success', 'Event deleted successfully!'],
    alreadyGone: 'This event was already deleted',
    failure: 'Error',
    onFailure(error) {
      setBanner(messageOf(error))
      setLeaving(null)
    },
  })

  async function remove(event: Event) {
    setBanner('')
    const sure = await confirm({
      title: 'Delete event',
      text: 'Are you sure you want to delete this event? This action cannot be undone.',
      confirm: 'Delete',
      danger: true,
    })
    if (!sure) return
    setLeaving(event)
    if ((await send(event.id)) !== undefined) onDeleted(event.id)
  }
  return {
    remove,
    banner,
    /** The event that is being deleted or was deleted last: it is in no list any more, and is not to be asked for. */
    leaving,
  }
}

/** Why the last deletion failed, until another list is looked at or anything is opened. It stays when a dialog over it closes. */
function useBanner({ list, opened }: Place) {
  const [banner, setBanner] = useState('')
  const [before, setBefore] = useState({ list, opened })
  if (before.list !== list || before.opened !== opened) {
    setBefore({ list, opened })
    if (before.list !== list || opened) setBanner('')
  }
  return [banner, setBanner] as const
}
