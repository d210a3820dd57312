import { Link } from '@tanstack/react-router'
import type { Reply } from '../../../../contract/endpoint.ts'
import { messageOf } from '../../../../web/api/call.ts'
import { useApi } from '../../../../web/api/query.ts'
import { useSend } from '../../../../web/api/send.ts'
import { Avatar } from '../../../../web/ui/Avatar.tsx'
import { Banner } from '../../../../web/ui/Banner.tsx'
import { Button } from '../../../../web/ui/Button.tsx'
import { SkeletonLines, SkeletonRegion } from '../../../../web/ui/Skeleton.tsx'
import { TryAgain } from '../../../../web/ui/TryAgain.tsx'
import { getMute, listMutes, unmuteMember } from '../../../notifications/contract.ts'

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
  const nameId = `muted-${member.id}`
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <Avatar size="sm" name={member.full_name} src={member.profile_picture} />
      <Link
        id={nameId}
        to="/members/$id"
        params={{ id: String(member.id) }}
        dir="auto"
        className="min-w-0 flex-1 font-medium wrap-anywhere hover:underline"
      >
        {member.full_name || 'A member'}
      </Link>
      <Button
        size="sm"
        variant="secondary"
        busy={busy}
        aria-describedby={nameId}
        onClick={() => send({ id: member.id })}
      >
        Unmute
      </Button>
    </li>
  )
}
