import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { accountLimits } from '../../../../contract/account.ts'
import { api } from '../../../../web/api/call.ts'
import { refresh } from '../../../../web/api/send-cache.ts'
import { useForm } from '../../../../web/form/use-form.ts'
import { useTyped } from '../../../../web/form/use-typed.ts'
import { useAuth } from '../../../../web/session/session.tsx'
import { Button } from '../../../../web/ui/Button.tsx'
import { dayOf } from '../../../../web/ui/dates.ts'
import { TextField } from '../../../../web/ui/TextField.tsx'
import { getOffers, type Offer, type Offers, writeToTarget } from '../../../offers/contract.ts'
import type { IntroductionRequest } from '../../contract.ts'
import { afterOffer, useShowOffers } from './use-offers.ts'

/** Draft name of the address that an introducer types. */
export const outsideMailOn = (requestId: number) => `introduction-outside:${requestId}`

type Props = { request: IntroductionRequest; offer: Offer; written: string[]; hasBlurb: boolean }

/** To the introducer, if the target is no member and the community sends mails: we write to the target for them. */
export function WriteForMe({ request, offer, written, hasBlurb }: Props) {
  const { user } = useAuth()
  const cache = useQueryClient()
  const show = useShowOffers(request.id)
  const form = useForm({
    typed: useTyped<Offers, { email: string }>({
      name: outsideMailOn(request.id),
      place: 'The address of the person to introduce',
      row: null,
      valuesOf: () => ({ email: '' }),
    }),
    check: ({ email }) => (email ? undefined : { fields: { email: 'Please enter an address.' } }),
    send: ({ email }, sent) => api(writeToTarget, { id: offer.id, email }, sent),
    success: 'Mail sent',
    failure: 'The mail was not sent',
    noToastIfShownByField: true,
    onSaved: show,
    // The offer may have ended meanwhile: show what became of it.
    onFailure: () => refresh(cache, [getOffers, ...afterOffer]),
  })
  const target = request.target_person || 'them'
  const requester = request.user_name || 'the requester'
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex w-full flex-col gap-3">
      <div>
        <h4 className="font-medium wrap-anywhere">
          We write to <bdi>{target}</bdi> for you
        </h4>
        <p className="text-sm wrap-anywhere text-muted">
          {`One mail that names you and ${requester}, with ${hasBlurb ? 'the blurb' : 'what the request says'}. They answer yes or no with a link; if they reply to the mail, it reaches you at ${user?.email ?? 'your address'}.`}
        </p>
      </div>
      {written.length > 0 && (
        <p className="text-sm">
          {`We wrote on ${[...new Set(written.map(dayOf))].join(', ')}. If they answer with the link, which works for 21 days, we tell you and ${requester}. You can try another address.`}
        </p>
      )}
      <TextField
        label="Their email address"
        type="email"
        autoComplete="off"
        limit={accountLimits.email}
        {...form.field('email')}
      />
      <div>
        <Button type="submit" size="sm" icon={Send} busy={form.busy} busyText="Sending...">
          Send the mail
        </Button>
      </div>
    </form>
  )
}
