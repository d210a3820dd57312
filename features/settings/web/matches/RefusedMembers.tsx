import { messageOf } from '../../../../web/api/call.ts'
import { useApi } from '../../../../web/api/query.ts'
import { useSend } from '../../../../web/api/send.ts'
import { Banner } from '../../../../web/ui/Banner.tsx'
import { SkeletonLines, SkeletonRegion } from '../../../../web/ui/Skeleton.tsx'
import { TryAgain } from '../../../../web/ui/TryAgain.tsx'
import { listPeopleForMe, listPeopleToMeet, listRefused, takeBackRefusal } from '../../../matches/contract.ts'
import { MemberRow } from '../MemberRow.tsx'

export function RefusedMembers() {
  const { data, error, refetch } = useApi(listRefused)
  return (
    <section aria-labelledby="refused-members">
      <h3 id="refused-members" className="text-lg">
        Not for me
      </h3>
      <p className="text-sm text-muted">They are not suggested to you again. They are not told.</p>
      {data ? (
        <ul className="mt-2 divide-y divide-line">
          {data.map(member => (
            <RefusedMember key={member.id} member={member} />
          ))}
          {data.length === 0 && <li className="text-sm text-muted">Nobody.</li>}
        </ul>
      ) : error ? (
        <div className="mt-3">
          <Banner title="These members could not be loaded" action={<TryAgain size="sm" again={refetch} />}>
            {messageOf(error)}
          </Banner>
        </div>
      ) : (
        <SkeletonRegion label="Loading these members" className="mt-3">
          <SkeletonLines lines={1} />
        </SkeletonRegion>
      )}
    </section>
  )
}

function RefusedMember({ member }: { member: Parameters<typeof MemberRow>[0]['member'] }) {
  const { send, busy } = useSend(takeBackRefusal, {
    refresh: [listRefused, listPeopleForMe, listPeopleToMeet],
    success: ['Taken back', `${member.full_name} may be suggested to you again.`],
    failure: 'The member was not taken back',
  })
  return (
    <MemberRow id="refused" member={member} action="Take back" busy={busy} onAct={() => void send({ id: member.id })} />
  )
}
