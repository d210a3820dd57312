import type { LucideIcon } from 'lucide-react'

/** One contact detail in a description list: an icon that stands for its name, and a link. */
export function ContactLink({
  name,
  icon: Icon,
  to,
  text,
}: {
  name: string
  icon: LucideIcon
  to: string
  text: string
}) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <dt className="shrink-0 text-muted">
        <Icon aria-hidden size={16} />
        <span className="sr-only">{name}</span>
      </dt>
      <dd className="min-w-0">
        <a
          href={to}
          {...(/^https?:/i.test(to) && { target: '_blank', rel: 'noopener noreferrer' })}
          className="block truncate text-accent pointer-coarse:py-[11px] hover:underline"
        >
          {text}
        </a>
      </dd>
    </div>
  )
}
