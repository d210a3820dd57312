import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Events in a vertical list, connected by a line. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {children}
    </ol>
  )
}

export function TimelineItem({
  icon: Icon,
  time,
  children,
}: {
  icon: LucideIcon
  time?: ReactNode
  children: ReactNode
}) {
  return (
    <li className="group relative flex gap-3 pb-5 last:pb-0">
      <span className="absolute top-9 bottom-1 left-4 w-px bg-line group-last:hidden" />
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-tint text-on-tint">
        <Icon aria-hidden size={15} />
      </span>
      <div className="min-w-0 pt-1 text-sm">
        <div>{children}</div>
        {time && <div className="text-xs text-muted">{time}</div>}
      </div>
    </li>
  )
}
