import type { Thanks } from '../../features/outcomes/contract.ts'
import { dayOf } from './dates.ts'
import { LinkedText } from './LinkedText.tsx'

/** What a requester wrote to the member who introduced them. */
export const ThanksText = ({
  thanks: { text, is_public, created_at },
  isPublicPlace = false,
}: {
  thanks: Thanks
  /** Where all thanks are public, it does not say who sees this one. */
  isPublicPlace?: boolean
}) => (
  <div className="border-l-2 border-accent pl-3">
    <p dir="auto" className="text-left whitespace-pre-wrap wrap-anywhere">
      <LinkedText text={text} />
    </p>
    <p className="mt-1 text-sm text-muted">
      {dayOf(created_at)}
      {!isPublicPlace && ` · ${is_public ? 'All members see this' : 'Only the two of you see this'}`}
    </p>
  </div>
)
