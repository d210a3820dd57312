import { Link } from '@tanstack/react-router'
import { Badge, type BadgeTone } from '../../../web/ui/Badge.tsx'
import type { TagFilter } from './use-members.ts'

/** What the link says to a screen reader, before the tag. */
const says: Record<TagFilter, string> = {
  industry: 'Members in',
  stage: 'Members at',
  needs: 'Members looking for',
  can_help_with: 'Members who can help with',
  location: 'Members in',
}

/** The directory, filtered by this tag only. */
const directoryWith = (filter: TagFilter, tag: string) =>
  ({ to: '/members', search: { [filter]: tag } as never, 'aria-label': `${says[filter]} ${tag}` }) as const

/** A tag that leads to the members who have it too. Larger than it looks, for fingers; above a card that is a button. */
export function TagLink({ filter, children, tone }: { filter: TagFilter; children: string; tone?: BadgeTone }) {
  return (
    <Link
      {...directoryWith(filter, children)}
      className="relative z-10 flex max-w-full rounded-full after:absolute after:-inset-x-0.5 after:-inset-y-1 [&>span]:transition-colors hover:[&>span]:border-current"
    >
      <Badge tone={tone}>{children}</Badge>
    </Link>
  )
}

/** The same as a plain text, for a fact of a member. */
export const FactLink = ({ filter, value }: { filter: TagFilter; value: string }) => (
  <Link {...directoryWith(filter, value)} dir="auto" className="relative z-10 underline-offset-2 hover:underline">
    {value}
  </Link>
)
