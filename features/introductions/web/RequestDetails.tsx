import type { ReactNode } from 'react'
import { momentOf } from '../../../web/ui/dates.ts'
import { LinkedText } from '../../../web/ui/LinkedText.tsx'
import { MemberLink } from '../../../web/ui/MemberLink.tsx'
import type { IntroductionRequest } from '../contract.ts'
import { urgencyLabels } from '../shared/labels.ts'
import { QuietMark } from './QuietMark.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { TargetLink } from './TargetLink.tsx'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{name}</dt>
    <dd dir="auto" className="text-left wrap-anywhere [&>a]:inline-block [&>a]:touchable">
      {children}
    </dd>
  </div>
)

export function RequestDetails({ request }: { request: IntroductionRequest }) {
  return (
    <>
      <p dir="auto" className="mb-6 text-lg whitespace-pre-wrap wrap-anywhere">
        <LinkedText text={request.context} />
      </p>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-y border-line py-5">
        <Fact name="Status">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <StatusBadge status={request.status} />
            {request.quiet_since && <QuietMark since={request.quiet_since} />}
          </span>
        </Fact>
        <Fact name="Urgency">{urgencyLabels[request.urgency]}</Fact>
        <Fact name="Target Person">
          {request.target_person || request.target_profile_id || request.target_investor_id ? (
            <TargetLink request={request} />
          ) : (
            'Not specified'
          )}
        </Fact>
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
        <Fact name="Company">{request.your_company || 'Not specified'}</Fact>
        <Fact name="Created">{momentOf(request.created_at)}</Fact>
      </dl>
    </>
  )
}
