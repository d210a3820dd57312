import { Moon } from 'lucide-react'
import { dayOf } from '../../../web/ui/dates.ts'

/** The requester was asked 'Still looking?' and has not answered. */
export const QuietMark = ({ since }: { since: string }) => (
  <span className="inline-flex items-center gap-1 text-muted">
    <Moon aria-hidden size={13} className="shrink-0" />
    {`Quiet since ${dayOf(since)}`}
  </span>
)
