import { useQueryClient } from '@tanstack/react-query'
import { BellOff, BellRing } from 'lucide-react'
import { useId } from 'react'
import { keyOf, useApi } from '../../../web/api/query.ts'
import { useSend } from '../../../web/api/send.ts'
import { Button } from '../../../web/ui/Button.tsx'
import { getMute, muteMember, unmuteMember } from '../../notifications/contract.ts'

/** Mutes and unmutes a member. Without its state there is no button. */
export function Mute({ id, name }: { id: number; name: string }) {
  const { data } = useApi(getMute, { id })
  const cache = useQueryClient()
  const hint = useId()
  const isMuted = data?.is_muted ?? false
  const who = name || 'This member'
  const { send, busy } = useSend(isMuted ? unmuteMember : muteMember, {
    onSuccess: reply => void cache.setQueryData(keyOf(getMute, { id }), reply),
    about: `mute ${id}`,
    success: ({ is_muted }) => `${who} is ${is_muted ? 'muted' : 'no longer muted'}`,
    failure: isMuted ? 'The member is still muted' : 'The member could not be muted',
  })
  if (!data) return null
  return (
    <>
      <Button
        wide
        variant="ghost"
        icon={isMuted ? BellRing : BellOff}
        busy={busy}
        aria-describedby={hint}
        onClick={() => void send({ id })}
      >
        {isMuted ? 'Unmute' : 'Mute this member'}
      </Button>
      <p id={hint} className="text-center text-xs text-balance text-muted">
        {isMuted
          ? 'You get no notifications about what this member does. They are not told.'
          : 'You would get no more notifications about what this member does. They are not told.'}
      </p>
    </>
  )
}
