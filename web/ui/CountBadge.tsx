/** A small number beside a label, such as the number of active filters. */
export function CountBadge({ count, label }: { count: number; label?: string }) {
  return (
    <span className="inline-flex min-w-5 items-center justify-center rounded-full bg-tint px-1.5 text-xs font-semibold text-on-tint tabular-nums">
      {count > 999 ? '999+' : count}
      {label && <span className="sr-only"> {label}</span>}
    </span>
  )
}
