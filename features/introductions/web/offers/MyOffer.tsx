import { useUnsent } from '../../../../web/form/use-unsent.ts'
import { Button } from '../../../../web/ui/Button.tsx'
import { useConfirm } from '../../../../web/ui/confirm-context.ts'
import { LinkedText } from '../../../../web/ui/LinkedText.tsx'
import { Unsent } from '../../../../web/ui/Unsent.tsx'
import {
  chosenStates,
  closedSentences,
  liveStates,
  moveOffer,
  type Offer,
  type Offers,
} from '../../../offers/contract.ts'
import type { IntroductionRequest } from '../../contract.ts'
import { Outside } from './Outside.tsx'
import { Steps } from './Steps.tsx'
import { useOfferCall } from './use-offers.ts'
import { outsideMailOn } from './WriteForMe.tsx'

type Props = { request: IntroductionRequest; offer: Offer; outside: Offers['outside']; onChange: () => void }

/** To a member who offered: how far their offer is, and what they can do. */
export function MyOffer({ request, offer, outside, onChange }: Props) {
  const confirm = useConfirm()
  const move = useOfferCall(request.id, moveOffer, { failure: 'The offer was not withdrawn', onSuccess: onChange })
  const withdraw = async () => {
    // Nothing has followed from an open offer yet.
    const sure =
      !chosenStates.includes(offer.state) ||
      (await confirm({ title: 'Withdraw your offer?', text: afterWithdrawal(request, offer), confirm: 'Withdraw' }))
    if (sure) await move.send({ id: offer.id, to: 'withdrawn' })
  }
  const isOutside = request.target_profile_id === null
  const isAsking = isOutside && outside !== null && offer.can.includes('report')
  const unsent = useUnsent(...(isAsking ? [] : [outsideMailOn(request.id)]))
  if (!liveStates.includes(offer.state))
    return (
      <>
        <p className="wrap-anywhere">{endOf(offer)}</p>
        <Unsent texts={unsent} />
      </>
    )
  return (
    <div className="flex w-full flex-col gap-3 rounded-control border border-line p-4">
      <p className="wrap-anywhere">{newsOf(request, offer, outside)}</p>
      {offer.note && (
        <p
          dir="auto"
          className="border-l-2 border-line pl-3 text-left text-sm whitespace-pre-wrap wrap-anywhere text-muted"
        >
          <LinkedText text={offer.note} />
        </p>
      )}
      <Steps offer={offer} isMember={!isOutside} />
      {isOutside && <Outside request={request} offer={offer} outside={outside} onChange={onChange} />}
      <Unsent texts={unsent} />
      {offer.can.includes('withdrawn') && (
        <div>
          <Button size="sm" variant="ghost" busy={move.busy} onClick={() => void withdraw()}>
            Withdraw
          </Button>
        </div>
      )}
    </div>
  )
}

function newsOf(
  { user_name, target_person, target_profile_id }: IntroductionRequest,
  { state, contacts }: Offer,
  outside: Offers['outside'],
): string {
  const requester = user_name || 'the requester'
  const target = target_person || 'the person they want to meet'
  switch (state) {
    case 'accepted':
      if (outside?.written.length) return `${requester} accepted your offer. We wrote to ${target} for you.`
      if (outside) return `${requester} accepted your offer. Now ${target} has to be asked.`
      return `${requester} accepted your offer. Write to ${target} from your own mail program, and then tell us the answer.`
    case 'asked':
      return `${requester} accepted your offer. ${target} was asked. If they say yes, we will tell you.`
    case 'agreed':
      if (target_profile_id === null && contacts?.target)
        return `${target} said yes. ${requester} and ${target} get one mail that introduces them. Thank you.`
      return target_profile_id === null
        ? `${target} said yes. Please connect them by mail.`
        : `${target} said yes. ${requester} and ${target} see each other's address now. Thank you.`
    default:
      return `You offered to introduce ${requester} to ${target}. Only you and ${requester} see this.`
  }
}

function afterWithdrawal({ user_name, target_person }: IntroductionRequest, { state }: Offer): string {
  const told = `${user_name || 'The requester'} will be told that you withdrew it.`
  return state === 'asked'
    ? `${told} ${target_person || 'The person they want to meet'} will no longer be asked.`
    : told
}

function endOf({ state, closed_word }: Offer): string {
  if (state === 'withdrawn') return 'You withdrew your offer.'
  if (state === 'passed') return 'Somebody else is making the introduction. Thank you for offering.'
  return closed_word ? closedSentences[closed_word] : 'The offer ended.'
}
