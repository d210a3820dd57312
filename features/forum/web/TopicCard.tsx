import { Link } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import { memo } from 'react'
import { plainText } from '../../../contract/plain-text.ts'
import { beginningOf } from '../../../contract/text.ts'
import { Badge } from '../../../web/ui/Badge.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { cx } from '../../../web/ui/cx.ts'
import { Highlight } from '../../../web/ui/Highlight.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { RelativeTime } from '../../../web/ui/RelativeTime.tsx'
import { Skeleton, SkeletonLines } from '../../../web/ui/Skeleton.tsx'
import { MAX_UNSEEN, type Topic } from '../contract.ts'
import { Byline } from './Byline.tsx'
import { AuthorActions, LikeButton } from './TopicActions.tsx'
import { TopicBadges } from './TopicBadges.tsx'

export const repliesIn = ({ comments_count: n }: Pick<Topic, 'comments_count'>) =>
  n === 1 ? '1 reply' : `${n} replies`

const unseenIn = ({ count }: { count: number }) => `${count >= MAX_UNSEEN ? `${MAX_UNSEEN - 1}+` : count} new`

type Props = { topic: Topic; query: string; onEdit: (topic: Topic) => void }

export const TopicCard = memo(function TopicCard({ topic, query, onEdit }: Props) {
  const { id, title, content, created_at, is_edited, unseen } = topic
  // Keep the list's filters in the URL, so that the link back leads to the same list.
  const link = { to: '/forum/$id', params: { id: String(id) }, search: (now: object) => now as never } as const
  return (
    <Card as="article" interactive aria-label={title} className="flex flex-col gap-3 pointer-coarse:gap-5.5">
      <TopicBadges topic={topic} />
      <h2 className="relative text-xl">
        <Link
          {...link}
          dir="auto"
          className="line-clamp-2 touchable-row text-left wrap-anywhere underline-offset-2 hover:underline"
        >
          <Highlight text={title} query={query} />
        </Link>
      </h2>
      <Byline by={topic} query={query}>
        <span aria-hidden>·</span>
        <RelativeTime when={created_at} />
        {is_edited && <span>· edited</span>}
      </Byline>
      <p data-preview dir="auto" className="line-clamp-2 wrap-anywhere">
        <Highlight text={beginningOf(plainText(content), 600)} query={query} />
      </p>
      <div className="-mx-2 -mb-2 flex flex-wrap items-center gap-y-1">
        <LikeButton topic={topic} />
        <span className="flex h-8 items-center gap-1.5 px-2 text-sm text-muted">
          <MessageSquare aria-hidden size={16} />
          {repliesIn(topic)}
          {unseen && <Badge>{unseenIn(unseen)}</Badge>}
        </span>
        {/* On a phone the author's buttons have their own line. */}
        {(topic.can_edit || topic.can_pin) && (
          <span className="order-last flex w-full flex-wrap sm:order-none sm:ml-auto sm:w-auto">
            <AuthorActions topic={topic} onEdit={onEdit} />
          </span>
        )}
        <span className={cx('ml-auto px-2', topic.can_edit && 'sm:ml-0')}>
          <LinkButton variant="secondary" size="sm" render={<Link {...link} />}>
            View Topic
          </LinkButton>
        </span>
      </div>
    </Card>
  )
})

/** A skeleton as high as a card. */
export function TopicSkeleton() {
  return (
    <div data-skeleton="card" className="flex flex-col gap-3 rounded-card border border-line bg-surface p-5">
      <Skeleton round className="h-5 w-24" />
      <Skeleton className="h-6.5 w-2/3" />
      <div className="flex items-center gap-2.5">
        <Skeleton round className="size-8" />
        <Skeleton className="h-4 w-48" />
      </div>
      <div className="flex h-11 flex-col justify-center">
        <SkeletonLines lines={2} />
      </div>
      <div className="-mb-2 flex h-8 items-center justify-between">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-8 w-24" />
      </div>
    </div>
  )
}
