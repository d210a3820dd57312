import { useRef } from 'react'
import { useApi } from '../../../web/api/query.ts'
import { follow } from '../../../web/live/follow.ts'
import { Card } from '../../../web/ui/Card.tsx'
import { IntroductionQuestion } from '../../../web/ui/IntroductionQuestion.tsx'
import { RequestLinks } from '../../../web/ui/RequestLinks.tsx'
import { getBlurb, listOpenIntroductionRequests } from '../../introductions/contract.ts'
import { getOffers, listAskedIntroductions } from '../../offers/contract.ts'

follow('introduction_requests', { refetches: [listOpenIntroductionRequests] })
follow('notifications', { refetches: [listAskedIntroductions, getOffers, getBlurb] })

/**
 * On my own page: introductions that I am asked about as the target. An answered one stays until I leave the page, with how to write to
 * each other.
 */
export function IntroductionQuestions() {
  const { data = [] } = useApi(listAskedIntroductions)
  const requests = useRef(new Set<number>())
  for (const { request_id } of data) requests.current.add(request_id)
  return [...requests.current].map(id => <IntroductionQuestion key={id} requestId={id} isOnPage />)
}

/** On my own page, which only I see so: the open introduction requests that name me. */
export function RequestsForMe({ id }: { id: number }) {
  const { data = [] } = useApi(listOpenIntroductionRequests, { member: id })
  const requests = data.filter(request => !request.can_edit)
  if (requests.length === 0) return null
  return (
    <Card as="section" title="Members who want to meet you">
      <p className="-mt-2 mb-4 text-sm text-muted">Open introduction requests that name you. Only you see this list.</p>
      <RequestLinks requests={requests} />
    </Card>
  )
}
