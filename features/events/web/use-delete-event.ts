import { useState } from 'react'
import { messageOf } from '../../../web/api/call.ts'
import { useCall } from '../../../web/api/send.ts'
import { useConfirm } from '../../../web/ui/confirm-context.ts'
import { deleteEvent, type Event } from '../contract.ts'
import { sendEvent } from './calls.ts'

/** What is on the screen: `list` is the tab and the search, `opened` the open dialog, if any. */
type View = { list: string; opened: string }

/** Asks for confirmation, deletes, and shows the result. */
export function useDeleteEvent(view: View, onDeleted: (id: number) => void) {
  const confirm = useConfirm()
  const [banner, setBanner] = useBanner(view)
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
    /** The event being deleted, or deleted last: it is no longer in any list and must not be fetched. */
    leaving,
  }
}

/** Why the last deletion failed. Cleared when the list changes or a dialog opens, but not when a dialog closes. */
function useBanner({ list, opened }: View) {
  const [banner, setBanner] = useState('')
  const [before, setBefore] = useState({ list, opened })
  if (before.list !== list || before.opened !== opened) {
    setBefore({ list, opened })
    if (before.list !== list || opened) setBanner('')
  }
  return [banner, setBanner] as const
}
