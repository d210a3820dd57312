import { Link } from '@tanstack/react-router'

/** A member's name, linked to their page if they have one. */
export function MemberLink({ name, profileId }: { name: string; profileId: number | null }) {
  const shown = name || 'A member'
  if (profileId === null) return <bdi className="font-medium">{shown}</bdi>
  return (
    <Link to="/members/$id" params={{ id: String(profileId) }} className="font-medium hover:underline">
      <bdi>{shown}</bdi>
    </Link>
  )
}
