import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import type { LinkedProps } from './use-linked.ts'

type CardProps = LinkedProps & {
  children: ReactNode
  /** The HTML element: an article in a list of cards, a section with a heading. */
  as?: 'div' | 'section' | 'article' | 'li'
  /** A heading above the content. */
  title?: ReactNode
  /** At the end of the heading's line. */
  action?: ReactNode
  /** Adds a hover style, for cards that open something. */
  interactive?: boolean
  /** Only for layout, such as columns, not for colours or borders. */
  className?: string
  'aria-label'?: string
  'aria-labelledby'?: string
}

export function Card({ children, as: As = 'div', title, action, interactive, className, ...rest }: CardProps) {
  return (
    <As
      {...rest}
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
