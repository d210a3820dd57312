import { useQueryClient } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { useId, useRef } from 'react'
import { keyOf, useApi } from '../../../web/api/query.ts'
import { useSend } from '../../../web/api/send.ts'
import { focusOnMount } from '../../../web/form/first-field.ts'
import { Button } from '../../../web/ui/Button.tsx'
import { dayOf } from '../../../web/ui/dates.ts'
import { type Ask, askThoseWhoKnow, getAsk } from '../../ties/contract.ts'

/** Asks those who know the investor, also those who are not named. What it shows does not depend on whether there are any. */
export function AskThem({ requestId: id }: { requestId: number }) {
  const { data } = useApi(getAsk, { id })
  const cache = useQueryClient()
  const hint = useId()
  const hasAsked = useRef(false)
  const { send, busy } = useSend(askThoseWhoKnow, {
    refresh: [getAsk],
    onSuccess(ask) {
      hasAsked.current = true
      cache.setQueryData(keyOf(getAsk, { id }), ask)
    },
    failure: 'Nobody was asked',
  })
  if (!data) return null
  return (
    <div className="mt-4 flex flex-col items-start gap-2 rounded-control bg-sunken p-4">
      {data.again_at === null ? (
        <>
          <Button icon={Megaphone} busy={busy} aria-describedby={hint} onClick={() => void send({ id })}>
            Ask those who know them
          </Button>
          <p id={hint} className="text-sm text-muted">
            This also reaches members who are not named here. You do not learn who they are: they answer here if they
            want to. You can ask three times a week.
          </p>
        </>
      ) : (
        <p
          ref={hasAsked.current ? focusOnMount : undefined}
          tabIndex={-1}
          role="status"
          className="text-sm outline-none"
        >
          {told(data)} You can ask again on {dayOf(data.again_at)}.
        </p>
      )}
    </div>
  )
}

const told = ({ asked_at }: Ask) =>
  asked_at
    ? `You asked those who know them on ${dayOf(asked_at)}. Whoever wants to help answers here.`
    : 'You have asked three times within a week.'
