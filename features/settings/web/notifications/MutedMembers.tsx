import type { Reply } from '../../../../contract/endpoint.ts'
import { messageOf } from '../../../../web/api/call.ts'
import { useApi } from '../../../../web/api/query.ts'
import { useSend } from '../../../../web/api/send.ts'
import { Banner } from '../../../../web/ui/Banner.tsx'
import { SkeletonLines, SkeletonRegion } from '../../../../web/ui/Skeleton.tsx'
import { TryAgain } from '../../../../web/ui/TryAgain.tsx'
import { getMute, listMutes, unmuteMember } from '../../../notifications/contract.ts'
import { MemberRow } from '../MemberRow.tsx'

export function MutedMembers() {
  const { data, error, refetch } = useApi(listMutes)
  return (
    <section aria-labelledby="muted-members">
      <h3 id="muted-members" className="text-lg">
        Muted members
      </h3>
      <p className="text-sm text-muted">Nothing they do notifies you. They are not told.</p>
      {data ? (
        <ul className="mt-2 divide-y divide-line">
          {data.map(member => (
            <MutedMember key={member.id} member={member} />
          ))}
          {data.length === 0 && <li className="text-sm text-muted">You have muted nobody.</li>}
        </ul>
      ) : error ? (
        <div className="mt-3">
          <Banner title="The muted members could not be loaded" action={<TryAgain size="sm" again={refetch} />}>
            {messageOf(error)}
          </Banner>
        </div>
      ) : (
        <SkeletonRegion label="Loading the muted members" className="mt-3">
          <SkeletonLines lines={1} />
        </SkeletonRegion>
      )}
    </section>
  )
}

function MutedMember({ member }: { member: Reply<typeof listMutes>[number] }) {
  const { send, busy } = useSend(unmuteMember, {
    refresh: [listMutes, getMute],
    success: ['No longer muted', `You are notified of ${member.full_name} again.`],
    failure: 'The member was not unmuted',
  })
  return <MemberRow id="muted" member={member} action="Unmute" busy={busy} onAct={() => void send({ id: member.id })} />
}
