import { useApi } from '../../../../web/api/query.ts'
import { Button } from '../../../../web/ui/Button.tsx'
import { useConfirm } from '../../../../web/ui/confirm-context.ts'
import {
  afterAcceptance,
  chosenStates,
  closedForRequester,
  closedSentences,
  liveStates,
  moveOffer,
  type Offer,
  type Offers,
} from '../../../offers/contract.ts'
import { getBlurb, type IntroductionRequest } from '../../contract.ts'
import { seekingStatuses } from '../../shared/labels.ts'
import { Chosen } from './Chosen.tsx'
import { OfferBy } from './OfferBy.tsx'
import { useOfferCall } from './use-offers.ts'

type Props = { request: IntroductionRequest; data: Offers; onChange: () => void }

const isChosen = ({ state }: Offer) => chosenStates.includes(state)

/** To the requester: the chosen offer with its progress, those to choose from, and a sentence about each that ended. */
export function OffersForMe({ request, data, onChange }: Props) {
  const chosen = data.offers.find(isChosen)
  const open = data.offers.filter(({ state }) => state === 'open')
  const ended = lastOnes(data.offers).filter(({ state }) => !liveStates.includes(state))
  return (
    <>
      {chosen && <Chosen request={request} offer={chosen} onChange={onChange} />}
      {open.length > 0 && (
        <ul aria-label="Offers" className="flex w-full flex-col gap-3">
          {open.map(offer => (
            <li key={offer.id} className="rounded-control border border-line p-4">
              <OfferBy offer={offer}>
                {offer.can.includes('accepted') && (
                  <Accept request={request} offer={offer} data={data} onChange={onChange} />
                )}
              </OfferBy>
            </li>
          ))}
        </ul>
      )}
      {!chosen && open.length === 0 && seekingStatuses.includes(request.status) && (
        <p className="text-muted">
          {ended.length > 0
            ? 'There is no open offer. Members can still offer to introduce you.'
            : 'No offers yet. Only you see who offers to introduce you.'}
        </p>
      )}
      {ended.length > 0 && (
        <ul aria-label="Ended offers" className="flex w-full flex-col gap-1 text-sm text-muted">
          {ended.map(offer => (
            <li key={offer.id} className="wrap-anywhere">
              <bdi>{offer.introducer.full_name || 'A former member'}</bdi>: {endOf(offer)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Of each member: they may have offered again. The newest come first. */
const lastOnes = (offers: Offer[]) =>
  offers.filter(({ introducer }, at) => offers.findIndex(other => other.introducer.id === introducer.id) === at)

function endOf({ state, closed_word }: Offer): string {
  if (state === 'withdrawn') return 'The offer was withdrawn.'
  if (state === 'passed') return 'You chose another offer. They were thanked.'
  return closed_word ? (closedForRequester[closed_word] ?? closedSentences[closed_word]) : 'The offer ended.'
}

const BLURB_SEEN = 'They will see your blurb.'
const REQUEST_SEEN = 'They will see what your request says. Save a blurb first to show them that instead.'

function Accept({ request, offer, data, onChange }: Props & { offer: Offer }) {
  const confirm = useConfirm()
  const move = useOfferCall(request.id, moveOffer, { failure: 'The offer was not accepted', onSuccess: onChange })
  const blurb = useApi(getBlurb, { id: request.id }).data?.text
  const name = offer.introducer.full_name
  const accept = async () => {
    const next = afterAcceptance(
      {
        introducer: name,
        target: request.target_person,
        isTargetMember: request.target_profile_id !== null,
        address: data.my_address,
      },
      blurb ? BLURB_SEEN : REQUEST_SEEN,
    )
    const thanks = data.offers.some(other => other.id !== offer.id && other.state === 'open')
    const text = [...next, thanks && 'The others who offered are thanked.'].filter(Boolean).join(' ')
    if (await confirm({ title: `Accept the offer of ${name || 'this member'}?`, text, confirm: 'Accept' }))
      await move.send({ id: offer.id, to: 'accepted' })
  }
  return (
    <Button
      size="sm"
      busy={move.busy}
      aria-label={`Accept the offer of ${name || 'this member'}`}
      onClick={() => void accept()}
    >
      Accept
    </Button>
  )
}
