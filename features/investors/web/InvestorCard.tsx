import { Link } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import { memo } from 'react'
import { Card } from '../../../web/ui/Card.tsx'
import { Highlight } from '../../../web/ui/Highlight.tsx'
import { Stars } from '../../../web/ui/Stars.tsx'
import type { Investor } from '../contract.ts'
import { counted, titleAtFirm } from './investor-text.ts'
import { Tags } from './Tags.tsx'
import { cardId, linkTo } from './use-address.ts'

const MAX_TAGS = 3

/** The name is a link that covers the whole card. */
export const InvestorCard = memo(function InvestorCard({ investor, query }: { investor: Investor; query: string }) {
  const { id, name, description, focus, stage, avg_rating, rater_count, comments_count } = investor
  return (
    <Card as="li" interactive className="relative flex flex-col gap-4">
      <div>
        <h2 className="text-xl">
          <Link
            {...linkTo(id)}
            id={cardId(id)}
            dir="auto"
            className="line-clamp-2 text-left wrap-anywhere after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-(--focus)"
          >
            <Highlight text={name} query={query} />
          </Link>
        </h2>
        <p dir="auto" className="line-clamp-2 text-left text-sm wrap-anywhere text-muted">
          <Highlight text={titleAtFirm(investor)} query={query} />
        </p>
      </div>
      {description ? (
        <p dir="auto" className="line-clamp-3 text-sm wrap-anywhere">
          <Highlight text={description} query={query} />
        </p>
      ) : (
        <p className="text-sm text-muted italic">No description available</p>
      )}
      <div className="flex flex-col gap-1.5">
        <Tags label="Focus areas" tags={focus} tone="tint" max={MAX_TAGS} />
        <Tags label="Investment stages" tags={stage} tone="neutral" max={MAX_TAGS} />
      </div>
      <div className="mt-auto flex min-h-6 flex-wrap items-center justify-between gap-3 text-sm text-muted">
        {avg_rating === null ? <span>No ratings yet</span> : <Stars value={avg_rating} raters={rater_count} />}
        {comments_count > 0 && (
          <span className="flex items-center gap-1.5 text-xs tabular-nums">
            <MessageSquare aria-hidden size={14} />
            {counted(comments_count, 'comment')}
          </span>
        )}
      </div>
    </Card>
  )
})
