import { useApi } from '../../../web/api/query.ts'
import { Card } from '../../../web/ui/Card.tsx'
import { ReasonList } from '../../../web/ui/ReasonList.tsx'
import { getReasons, reasonTexts } from '../../matches/contract.ts'
import { useReadAgainIfGone } from './use-read-again-if-gone.ts'

/** On the page of another member: what connects us. Not shown if there is nothing. */
export function WhyYouTwo({ id }: { id: number }) {
  const { data, error } = useApi(getReasons, { id })
  useReadAgainIfGone(id, error)
  if (!data || reasonTexts(data).length === 0) return null
  return (
    <Card as="section" title="Why you two" aria-label="Why you two">
      <ReasonList reasons={data} links />
    </Card>
  )
}
