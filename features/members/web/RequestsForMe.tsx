import { useApi } from '../../../web/api/query.ts'
import { follow } from '../../../web/live/follow.ts'
import { Card } from '../../../web/ui/Card.tsx'
import { RequestLinks } from '../../../web/ui/RequestLinks.tsx'
import { listOpenIntroductionRequests } from '../../introductions/contract.ts'

follow('introduction_requests', { refetches: [listOpenIntroductionRequests] })

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
