import type { LucideIcon } from 'lucide-react'
import { cx } from './cx.ts'

const tones = {
  neutral: 'border-transparent bg-neutral-soft text-on-neutral',
  tint: 'border-transparent bg-tint text-on-tint',
  green: 'border-transparent bg-green-soft text-on-green',
  blue: 'border-transparent bg-blue-soft text-on-blue',
  purple: 'border-transparent bg-purple-soft text-on-purple',
  red: 'border-transparent bg-red-soft text-on-red',
  amber: 'border-transparent bg-amber-soft text-on-amber',
  teal: 'border-transparent bg-teal-soft text-on-teal',
  outline: 'border-edge/60 text-ink',
}

export type BadgeTone = keyof typeof tones

/** A short label, such as a category or a status. Tests find it by `data-tone`. */
export function Badge({
  children,
  tone = 'tint',
  icon: Icon,
}: {
  children: string
  tone?: BadgeTone
  icon?: LucideIcon
}) {
  return (
    <span
      data-tone={tone}
      className={cx(
        'inline-flex max-w-full items-center gap-1 rounded-full border px-2.5 py-px text-xs font-medium',
        tones[tone],
      )}
    >
      {Icon && <Icon aria-hidden size={12} className="shrink-0" />}
      <span className="truncate">{children}</span>
    </span>
  )
}
