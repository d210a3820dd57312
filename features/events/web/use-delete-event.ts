import { useRef, useState } from 'react'
import { messageOf } from '../../../web/api.ts'
import { useConfirm } from '../../../web/ui/confirm-context.ts'
import { toast } from '../../../web/ui/toast.ts'
import { deleteEvent, type Event } from '../contract.ts'
import { sendEvent } from './calls.ts'

/** Asks, deletes, and says how it went. */
export function useDeleteEvent(onDeleted: (id: number) => void) {
  const confirm = useConfirm()
  const [banner, setBanner] = useState('')
  const underWay = useRef(false)

  async function remove({ id }: Event) {
    const sure = await confirm({
      title: 'Delete event',
      text: 'Are you sure you want to delete this event? This action cannot be undone.',
      confirm: 'Delete',
      danger: true,
    })
    if (!sure || underWay.current) return
    underWay.current = true
    setBanner('')
    try {
      await sendEvent('deleting', deleteEvent, { id })
      toast.success('Success', 'Event deleted successfully!')
      onDeleted(id)
    } catch (error) {
      setBanner(messageOf(error))
      toast.error('Error', messageOf(error))
    } finally {
      underWay.current = false
    }
  }
  return { remove, banner }
}
