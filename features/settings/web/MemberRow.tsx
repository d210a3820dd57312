import { Avatar } from '../../../web/ui/Avatar.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { MemberLink } from '../../../web/ui/MemberLink.tsx'
import type { ListedMember } from './MemberList.tsx'

/** A member in a MemberList, with a button. */
export function MemberRow({
  member,
  action,
  busy,
  onAct,
}: {
  member: ListedMember
  action: string
  busy: boolean
  onAct: () => void
}) {
  const name = member.full_name || 'A member'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <Avatar size="sm" name={member.full_name} src={member.profile_picture} />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <MemberLink name={name} profileId={member.id} />
      </p>
      <Button size="sm" variant="secondary" busy={busy} aria-label={`${action} ${name}`} onClick={onAct}>
        {action}
      </Button>
    </li>
  )
}
