import { useQueryClient } from '@tanstack/react-query'
import { Link, type RouterHistory, useNavigate, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { ApiError, loadProblem } from '../../../web/api/call.ts'
import { useApi } from '../../../web/api/query.ts'
import { usePageTitle } from '../../../web/app/page-title.ts'
import { useReadThread } from '../../../web/app/read-thread.ts'
import { useUnsent } from '../../../web/form/use-unsent.ts'
import { Card } from '../../../web/ui/Card.tsx'
import { dayOf } from '../../../web/ui/dates.ts'
import { ErrorState } from '../../../web/ui/ErrorState.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { Skeleton, SkeletonLines, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { Unsent } from '../../../web/ui/Unsent.tsx'
import { getTopic, type Topic } from '../contract.ts'
import { Byline } from './Byline.tsx'
import { FollowButton } from './FollowButton.tsx'
import { Markdown } from './Markdown.tsx'
import { Replies } from './Replies.tsx'
import { AuthorActions, LikeButton } from './TopicActions.tsx'
import { TopicBadges } from './TopicBadges.tsx'
import { repliesIn } from './TopicCard.tsx'
import { listedTopic } from './topic-cache.ts'
import { replyTo } from './use-reply-actions.ts'
import { editOf } from './use-topic-form.ts'

const NOT_FOUND = 'This topic could not be found'

/** Links to the list and keeps its filters. */
const toList = {
  to: '/forum',
  search: (now: object) => ({ ...now, replies: undefined, reply: undefined }) as never,
} as const

export function TopicView({ id, onEdit }: { id: number; onEdit: (topic: Topic) => void }) {
  const listed = listedTopic(useQueryClient(), id)
  const { data, isError, isFetching, error, refetch } = useApi(getTopic, { id })
  const back = useBackToList()
  // Show the topic from the list until it is loaded.
  const topic = data ?? (isError ? undefined : listed)
  const isGone = error instanceof ApiError && error.status === 404
  usePageTitle(topic ? topic.title : isGone ? NOT_FOUND : undefined)
  return (
    <>
      <div className="mb-3 inline-flex text-sm text-muted hover:text-ink">
        <Link {...toList} onClick={back} className="touchable inline-flex items-center gap-1.5">
          <ArrowLeft aria-hidden size={16} />
          Back to topics
        </Link>
      </div>
      {!topic && <h1 className="sr-only">Community Forum</h1>}
      {topic ? (
        <LoadedTopic topic={topic} isReading={isFetching} onEdit={onEdit} />
      ) : isGone ? (
        <DeletedTopic id={id} />
      ) : isError ? (
        <ErrorState title="The topic could not be loaded" text={loadProblem(error)} again={refetch} />
      ) : (
        <TopicOutline />
      )}
    </>
  )
}

/** If the topic was opened from the list, the link goes back in the history, which restores the scroll position and the focus. */
function useBackToList() {
  const { history, state } = useRouter()
  const [entry] = useState(() => (state.resolvedLocation?.pathname === '/forum' ? indexOf(history) : undefined))
  return (event: MouseEvent) => {
    if (entry === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    history.go(entry - 1 - indexOf(history))
  }
}
const indexOf = ({ location }: RouterHistory) => location.state.__TSR_index

/** The topic was deleted. Shows the member's drafts for it, if any. */
function DeletedTopic({ id }: { id: number }) {
  return (
    <div className="flex flex-col gap-4">
      <ErrorState
        title={NOT_FOUND}
        text="It might have been deleted."
        action={<LinkButton render={<Link {...toList} />}>All topics</LinkButton>}
      />
      <Unsent texts={useUnsent(editOf(id), replyTo(id))} />
    </div>
  )
}

type LoadedProps = {
  topic: Topic
  /** The topic is from the cache, and is being read again. */
  isReading: boolean
  onEdit: (topic: Topic) => void
}

function LoadedTopic({ topic, isReading, onEdit }: LoadedProps) {
  const navigate = useNavigate()
  useReadThread('topic', topic.id)
  return (
    <>
      <Card as="article" aria-label={topic.title}>
        <TopicBadges topic={topic} />
        <h1 dir="auto" className="mt-3 text-left text-3xl wrap-anywhere">
          {topic.title}
        </h1>
        <div className="mt-4 mb-6">
          <Byline by={topic}>
            <span aria-hidden>·</span>
            <time dateTime={topic.created_at}>{dayOf(topic.created_at)}</time>
            {topic.is_edited && <span>· edited</span>}
            <span aria-hidden>·</span>
            <span>{repliesIn(topic)}</span>
          </Byline>
        </div>
        <Markdown text={topic.content} mentions={topic.mentions} />
        <div className="-mx-2 mt-4 -mb-2 flex flex-wrap items-center justify-between gap-y-1">
          <span className="flex flex-wrap">
            <LikeButton topic={topic} />
            <FollowButton topicId={topic.id} />
          </span>
          <span className="flex flex-wrap">
            <AuthorActions
              topic={topic}
              onEdit={onEdit}
              onDeleted={() => void navigate({ ...toList, replace: true })}
            />
          </span>
        </div>
      </Card>
      <Replies key={topic.id} topic={topic} isReading={isReading} />
    </>
  )
}

function TopicOutline() {
  return (
    <SkeletonRegion label="Loading the topic">
      <div className="rounded-card border border-line bg-surface p-5">
        <Skeleton round className="h-5 w-24" />
        <Skeleton className="mt-3 h-9 w-3/4" />
        <div className="mt-4 mb-6 flex items-center gap-2.5">
          <Skeleton round className="size-8" />
          <Skeleton className="h-4 w-64" />
        </div>
        <SkeletonLines lines={5} />
      </div>
    </SkeletonRegion>
  )
}
