import type { ReactNode, Ref } from 'react'
import { momentOf } from '../../../web/ui/dates.ts'
import { LinkedText } from '../../../web/ui/LinkedText.tsx'
import type { IntroductionRequest } from '../contract.ts'
import { urgencyLabels } from '../shared/labels.ts'
import { MemberLink } from './MemberLink.tsx'
import { StatusBadge } from './StatusBadge.tsx'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{name}</dt>
    <dd dir="auto" className="text-left wrap-anywhere">
      {children}
    </dd>
  </div>
)

export function RequestDetails({ request, ref }: { request: IntroductionRequest; ref: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      <p dir="auto" className="mb-6 text-lg whitespace-pre-wrap wrap-anywhere">
        <LinkedText text={request.context} />
      </p>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-y border-line py-5">
        <Fact name="Status">
          <StatusBadge status={request.status} />
        </Fact>
        <Fact name="Urgency">{urgencyLabels[request.urgency]}</Fact>
        <Fact name="Target Person">{request.target_person || 'Not specified'}</Fact>
        {request.target_email !== undefined && (
          <Fact name="Target Email">
            {request.target_email ? (
              <a href={`mailto:${request.target_email}`} className="text-accent hover:underline">
                {request.target_email}
              </a>
            ) : (
              'Not specified'
            )}
          </Fact>
        )}
        <Fact name="Requested by">
          <MemberLink name={request.user_name} profileId={request.profile_id} />
        </Fact>
        <Fact name="Company">{request.your_company}</Fact>
        <Fact name="Created">{momentOf(request.created_at)}</Fact>
      </dl>
    </div>
  )
}
