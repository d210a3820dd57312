import { Badge, type BadgeTone } from '../../../web/ui/Badge.tsx'

type Props = { label: string; tags: readonly string[]; tone: BadgeTone; most?: number }

/** A group of tags; beyond `most` of them only how many more there are. */
export function Tags({ label, tags, tone, most = tags.length }: Props) {
  if (tags.length === 0) return null
  const rest = tags.length - most
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {tags.slice(0, most).map(tag => (
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
