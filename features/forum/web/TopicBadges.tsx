import { Pin } from 'lucide-react'
import { Badge, type BadgeTone } from '../../../web/ui/Badge.tsx'
import type { Category, Topic } from '../contract.ts'

const tones: Record<Category, BadgeTone> = {
  General: 'neutral',
  Fundraising: 'green',
  Product: 'blue',
  Marketing: 'purple',
  Tech: 'teal',
  Hiring: 'amber',
  Legal: 'outline',
  Growth: 'tint',
}

export function TopicBadges({ topic: { category, is_pinned } }: { topic: Topic }) {
  return (
    <div className="flex flex-wrap gap-1.5">
      <Badge tone={tones[category]}>{category}</Badge>
      {is_pinned && <Badge icon={Pin}>Pinned</Badge>}
    </div>
  )
}
