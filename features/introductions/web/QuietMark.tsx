import { Moon } from 'lucide-react'
import { dayOf } from '../../../web/ui/dates.ts'

/** The requester was asked 'Still looking?' and has not answered. */
export const QuietMark = ({ since }: { since: string }) => (
  <span className="inline-flex items-center gap-1 whitespace-nowrap text-muted">
    <Moon aria-hidden size={13} />
    {`Quiet since ${dayOf(since)}`}
  </span>
)
