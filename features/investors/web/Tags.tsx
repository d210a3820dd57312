import { Badge, type BadgeTone } from '../../../web/ui/Badge.tsx'

type Props = { label: string; tags: readonly string[]; tone: BadgeTone; max?: number }

/** A group of tags: at most `max` of them, and the number of the rest. */
export function Tags({ label, tags, tone, max = tags.length }: Props) {
  if (tags.length === 0) return null
  const rest = tags.length - max
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {tags.slice(0, max).map(tag => (
        <li key={tag} className="flex min-w-0">
          <Badge tone={tone}>{tag}</Badge>
        </li>
      ))}
      {rest > 0 && (
        <li className="flex">
          <Badge tone="outline">{`+${rest} more`}</Badge>
        </li>
      )}
    </ul>
  )
}
