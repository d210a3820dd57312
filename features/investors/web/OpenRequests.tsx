import { useApi } from '../../../web/api/query.ts'
import { Card } from '../../../web/ui/Card.tsx'
import { RequestLinks } from '../../../web/ui/RequestLinks.tsx'
import { listOpenIntroductionRequests } from '../../introductions/contract.ts'

/** Open introduction requests for an investor; nothing while there are none. */
export function OpenRequests({ investorId }: { investorId: number }) {
  const { data = [] } = useApi(listOpenIntroductionRequests, { investor: investorId })
  if (data.length === 0) return null
  return (
    <Card as="section" title="Open introduction requests">
      <RequestLinks requests={data} />
    </Card>
  )
}
