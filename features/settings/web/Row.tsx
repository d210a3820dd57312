import type { LucideIcon } from 'lucide-react'
import type { ReactNode, Ref } from 'react'

/** A row of a settings card: title, text and action. */
export function Row({
  icon: Icon,
  title,
  text,
  action,
}: {
  icon?: LucideIcon
  title: ReactNode
  text?: ReactNode
  /** Its accessible name contains what it acts on. */
  action?: ReactNode
}) {
  return (
    <li className="flex items-start gap-3 py-4">
      {Icon && (
        <span className="mt-0.5 grid size-9 shrink-0 place-items-center rounded-full bg-tint text-on-tint">
          <Icon aria-hidden size={18} />
        </span>
      )}
      {/* On narrow screens the button is below the text, aligned with it. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">{title}</div>
          {text && <div className="text-sm wrap-anywhere text-muted">{text}</div>}
        </div>
        {action}
      </div>
    </li>
  )
}

/** Rows separated by lines, flush with the card. */
export const Rows = ({ ref, children }: { ref?: Ref<HTMLUListElement>; children: ReactNode }) => (
  <ul ref={ref} className="-my-4 divide-y divide-line">
    {children}
  </ul>
)
