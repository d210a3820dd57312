import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const tones = {
  error: { look: 'bg-red-soft text-on-red', icon: CircleAlert },
  info: { look: 'bg-tint text-on-tint', icon: Info },
  amber: { look: 'bg-amber-soft text-on-amber', icon: TriangleAlert },
}

/** A notice within the page. Screen readers announce an error when it appears. */
export function Banner({
  tone = 'error',
  title,
  children,
  action,
}: {
  tone?: keyof typeof tones
  title?: string
  children?: ReactNode
  action?: ReactNode
}) {
  const { look, icon: Icon } = tones[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      data-tone={tone}
      className={cx(
        'flex flex-wrap items-start gap-3 rounded-control px-4 py-3 text-sm',
        // Centres a single line of text vertically with the button.
        Boolean(action) && !title && 'items-center',
        look,
      )}
    >
      <Icon aria-hidden size={18} className="mt-px shrink-0" />
      <div className="min-w-0 flex-1 basis-48">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  )
}
