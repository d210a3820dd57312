import { Link } from '@tanstack/react-router'

/** A member's name, linked to their page; a former member has none. */
export function MemberLink({ name, profileId }: { name: string; profileId: number | null }) {
  const label = name || (profileId === null ? 'A former member' : 'A member')
  if (profileId === null) return <bdi className="font-medium">{label}</bdi>
  return (
    <Link to="/members/$id" params={{ id: String(profileId) }} className="font-medium hover:underline">
      <bdi>{label}</bdi>
    </Link>
  )
}
