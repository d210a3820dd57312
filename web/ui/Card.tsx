import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type CardProps = {
  children: ReactNode
  /** The element it is: an article in a list of cards, a section with its own heading. */
  as?: 'div' | 'section' | 'article' | 'li'
  /** A heading in its own line above the content. */
  title?: ReactNode
  /** At the end of the heading's line. */
  action?: ReactNode
  /** Answers the pointer, for cards that open something. */
  interactive?: boolean
  /** Columns and the like, never colours or borders. */
  className?: string
  'aria-label'?: string
  'aria-labelledby'?: string
}

export function Card({ children, as: As = 'div', title, action, interactive, className, ...aria }: CardProps) {
  return (
    <As
      {...aria}
      className={cx(
        'min-w-0 rounded-card border border-line bg-surface p-5',
        interactive && 'transition-colors hover:border-edge',
        className,
      )}
    >
      {(title || action) && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 dir="auto" className="min-w-0 text-left text-xl wrap-anywhere">
            {title}
          </h2>
          {action}
        </div>
      )}
      {children}
    </As>
  )
}
