import { messageOf } from '../api/call.ts'
import { allUnsent, type Unsent } from '../form/unsent.ts'
import { useConfirm } from '../ui/confirm-context.ts'
import { toast } from '../ui/toast.ts'
import { useAuth } from './session.tsx'

/** Signs out, or shows why that failed. Without useCall, to keep it out of the first screen's bundle. */
export function useSignOut() {
  const { signOut } = useAuth()
  const mayDiscard = useMayDiscard()
  return async () => {
    if (!(await mayDiscard())) return
    toast.dismissErrors()
    try {
      if (!(await signOut()))
        toast.success('Signed out in this browser', 'The server is told once the connection is back.')
    } catch (error) {
      toast.error('Logout failed', messageOf(error))
    }
  }
}

/** A sign-out removes all drafts: if there are any, in any tab, the member must confirm. */
export function useMayDiscard() {
  const confirm = useConfirm()
  return async () => {
    const unsent = allUnsent()
    if (unsent.length === 0) return true
    return confirm({
      title: 'You have writing that was not sent',
      text: listUnsent(unsent),
      confirm: 'Sign out and discard it',
      cancel: 'Stay signed in',
      danger: true,
    })
  }
}

const MAX_NAMED = 5

/** 'A reply (2), Your profile, A new topic and 2 more' */
function listUnsent(unsent: Unsent[]): string {
  const counts = new Map<string, number>()
  for (const { place } of unsent) counts.set(place, (counts.get(place) ?? 0) + 1)
  const named = [...counts].slice(0, MAX_NAMED)
  const more = unsent.length - named.reduce((sum, [, count]) => sum + count, 0)
  const list = named.map(([place, count]) => (count > 1 ? `${place} (${count})` : place)).join(', ')
  return more > 0 ? `${list} and ${more} more` : list
}
