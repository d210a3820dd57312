import { Badge, type BadgeTone } from '../../../web/ui/Badge.tsx'
import { type Status, statusLabels } from '../shared/labels.ts'

const tones: Record<Status, BadgeTone> = {
  pending: 'amber',
  in_progress: 'purple',
  approved: 'green',
  declined: 'red',
  completed: 'blue',
}

export const StatusBadge = ({ status }: { status: Status }) => (
  <Badge tone={tones[status]}>{statusLabels[status]}</Badge>
)
