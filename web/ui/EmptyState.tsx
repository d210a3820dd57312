import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Shown instead of an empty list: what is missing and what to do about it. */
export function EmptyState({
  icon: Icon,
  title,
  text,
  action,
}: {
  icon?: LucideIcon
  title: string
  text?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center rounded-card border border-dashed border-line px-6 py-12 text-center">
      {Icon && (
        <span className="mb-4 grid size-12 place-items-center rounded-full bg-tint text-on-tint">
          <Icon aria-hidden size={22} />
        </span>
      )}
      <h2 className="text-xl">{title}</h2>
      {text && <p className="mt-1 max-w-md text-muted">{text}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
