import { Link } from '@tanstack/react-router'

/** A member's name, linked to their page if they have one. */
export function MemberLink({ name, profileId }: { name: string; profileId: number | null }) {
  const label = name || 'A member'
  if (profileId === null) return <bdi className="font-medium">{label}</bdi>
  return (
    <Link to="/members/$id" params={{ id: String(profileId) }} className="font-medium hover:underline">
      <bdi>{label}</bdi>
    </Link>
  )
}
