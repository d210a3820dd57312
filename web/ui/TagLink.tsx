import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from './Badge.tsx'
import { cx } from './cx.ts'

/** What the link says to a screen reader, before the tag; by the filter of the directory. */
const says = {
  industry: 'Members in',
  stage: 'Members at',
  needs: 'Members looking for',
  can_help_with: 'Members who can help with',
  location: 'Members in',
}
type TagFilter = keyof typeof says

/** The directory, filtered by this tag only. */
const directoryWith = (filter: TagFilter, tag: string) =>
  ({ to: '/members', search: { [filter]: tag } as never, 'aria-label': `${says[filter]} ${tag}` }) as const

/** A tag that leads to the members who have it too, above a card that is a button. On touch screens its line is 44 pixels high. */
export function TagLink({ filter, children, tone }: { filter: TagFilter; children: string; tone?: BadgeTone }) {
  return (
    <Link
      {...directoryWith(filter, children)}
      className="relative z-10 flex max-w-full items-center rounded-full after:absolute after:-inset-x-0.5 after:-inset-y-1 pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center pointer-coarse:after:hidden [&>span]:transition-colors hover:[&>span]:border-current"
    >
      <Badge tone={tone}>{children}</Badge>
    </Link>
  )
}

type TagLinksProps = { filter: TagFilter; tags: string[]; tone: BadgeTone; none: ReactNode }

/** All tags of a member. `none` is shown if there are none. */
export function TagLinks({ filter, tags, tone, none }: TagLinksProps) {
  if (tags.length === 0) return none
  return (
    <ul className="flex flex-wrap gap-1.5">
      {tags.map(tag => (
        <li key={tag} className="flex max-w-full">
          <TagLink filter={filter} tone={tone}>
            {tag}
          </TagLink>
        </li>
      ))}
    </ul>
  )
}

const fact = 'relative z-10 underline-offset-2 hover:underline'

/** The same as a plain text, for a fact of a member. The element around it has the direction of the text. */
export const FactLink = ({ filter, value }: { filter: TagFilter; value: string }) => (
  <Link {...directoryWith(filter, value)} className={cx(fact, 'touchable-line pointer-coarse:min-w-11')}>
    {value}
  </Link>
)

/** In one line, truncated at the end of the text. */
export const ShortFactLink = ({ filter, value }: { filter: TagFilter; value: string }) => (
  <Link
    {...directoryWith(filter, value)}
    dir="auto"
    className={cx(fact, 'block min-w-0 truncate py-1 pointer-coarse:min-w-11 pointer-coarse:py-3.5')}
  >
    {value}
  </Link>
)
