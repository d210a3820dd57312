import { Button } from '../../../../web/ui/Button.tsx'
import { ContactOf } from '../../../../web/ui/ContactOf.tsx'
import { useConfirm } from '../../../../web/ui/confirm-context.ts'
import { moveOffer, type Offer } from '../../../offers/contract.ts'
import type { IntroductionRequest } from '../../contract.ts'
import { OfferBy } from './OfferBy.tsx'
import { Steps } from './Steps.tsx'
import { useOfferCall } from './use-offers.ts'

type Props = { request: IntroductionRequest; offer: Offer; onChange: () => void }

/** To the requester: the offer they accepted. */
export function Chosen({ request, offer, onChange }: Props) {
  const confirm = useConfirm()
  const move = useOfferCall(request.id, moveOffer, { failure: 'The offer was not ended', onSuccess: onChange })
  const name = offer.introducer.full_name || 'The member'
  const end = async () => {
    const sure = await confirm({
      title: 'End this offer?',
      text: `${name} will be told that you are not using this offer. Other members can offer again.`,
      confirm: 'End this offer',
    })
    if (sure) await move.send({ id: offer.id, to: 'closed' })
  }
  const contact = offer.contacts?.target
  return (
    <div className="flex w-full flex-col gap-3 rounded-control border border-line p-4">
      <OfferBy offer={offer} />
      <Steps offer={offer} isMember={request.target_profile_id !== null} />
      <p className="wrap-anywhere">{newsOf(request, offer)}</p>
      {contact && <ContactOf person={contact} />}
      {offer.can.includes('closed') && (
        <div>
          <Button size="sm" variant="secondary" busy={move.busy} onClick={() => void end()}>
            End this offer
          </Button>
        </div>
      )}
    </div>
  )
}

/** The same sentence while the target has not answered, and after a 'not now'. */
function newsOf({ target_person }: IntroductionRequest, { state, introducer, contacts }: Offer): string {
  const target = target_person || 'The person you want to meet'
  const name = introducer.full_name || 'the member'
  if (state === 'accepted') return `You accepted. ${name} asks ${target_person || 'them'}. We will tell you the answer.`
  if (state === 'asked') return `${target} was asked. If they say yes, you will see each other's address here.`
  return contacts?.target
    ? `${target} said yes. You can write to each other now.`
    : `${target} said yes. ${name} connects you by mail.`
}
