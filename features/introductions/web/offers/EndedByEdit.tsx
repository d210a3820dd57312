import { inOneList } from '../../../../contract/in-one-list.ts'
import { Banner } from '../../../../web/ui/Banner.tsx'
import { liveStates, type State } from '../../../offers/contract.ts'
import type { IntroductionRequest } from '../../contract.ts'
import type { Status } from '../../shared/labels.ts'
import type { Values } from '../values.ts'
import { useOffers } from './use-offers.ts'

/** The states of offers that a status set by hand ends (close_unfitting_offers in features/offers/triggers.sql). */
const endedBy: Partial<Record<Status, readonly State[]>> = {
  declined: liveStates,
  completed: ['open', 'accepted', 'asked'],
  pending: ['accepted', 'asked', 'agreed'],
}

/** In the edit form: which offers end when these changes are saved. */
export function EndedByEdit({ request, changes }: { request: IntroductionRequest; changes: Partial<Values> }) {
  const { data } = useOffers(request)
  const isLinkedAnew = changes.target_profile_id !== undefined || changes.target_investor_id !== undefined
  const isLinked = request.target_profile_id !== null || request.target_investor_id !== null
  const isRenamed = changes.target_person !== undefined && !isLinked
  const ended = isLinkedAnew || isRenamed ? liveStates : ((changes.status && endedBy[changes.status]) ?? [])
  const names = (data?.offers ?? [])
    .filter(({ state }) => ended.includes(state))
    .map(({ introducer }) => introducer.full_name || 'a former member')
  if (names.length === 0) return null
  const sentence = `Saving this ends the offer${names.length > 1 ? 's' : ''} of ${inOneList(names)}`
  const unless = isRenamed && !isLinkedAnew ? ', unless only the spelling of the name is corrected' : ''
  return (
    <Banner tone="amber">
      <p dir="auto" className="wrap-anywhere">
        {`${sentence}${unless}.`}
      </p>
    </Banner>
  )
}
