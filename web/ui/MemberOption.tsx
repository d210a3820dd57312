import { Avatar } from './Avatar.tsx'
import { cx } from './cx.ts'
import { about, hasNamesake, type Offered } from './namesakes.ts'

/** A member in a list of suggestions: `among` are all of them. Namesakes get a second line that tells them apart. */
export function MemberOption({ member, among }: { member: Offered; among: Offered[] }) {
  return (
    <>
      <Avatar size="sm" name={member.full_name} src={member.avatar_url} />
      <span className="min-w-0">
        <span dir="auto" className="block truncate">
          {member.full_name}
        </span>
        <span
          dir="auto"
          // Not truncated for namesakes: the difference may be at the end.
          className={cx('block text-muted', hasNamesake(member, among) ? 'wrap-anywhere' : 'truncate')}
        >
          {about(member, among)}
        </span>
      </span>
    </>
  )
}
