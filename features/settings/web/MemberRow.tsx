import { Link } from '@tanstack/react-router'
import { Avatar } from '../../../web/ui/Avatar.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import type { ListedMember } from './MemberList.tsx'

/** A member in a MemberList, with a button. */
export function MemberRow({
  id,
  member,
  action,
  busy,
  onAct,
}: {
  /** The name of the list. */
  id: string
  member: ListedMember
  action: string
  busy: boolean
  onAct: () => void
}) {
  const nameId = `${id}-${member.id}`
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
      <Button size="sm" variant="secondary" busy={busy} aria-describedby={nameId} onClick={onAct}>
        {action}
      </Button>
    </li>
  )
}
