import { messageOf } from './api.ts'
import { useAuth } from './session.tsx'
import { toast } from './ui/toast.ts'

/** Ends this browser's session, or says why not. Without useCall, which the first screen has no other use for. */
export function useSignOut() {
  const { signOut } = useAuth()
  return () => {
    toast.dismissErrors()
    signOut().catch(error => toast.error('Logout failed', messageOf(error)))
  }
}
