import { Link } from '@tanstack/react-router'
import { Heart, MessageSquare, Plus } from 'lucide-react'
import { community } from '../../../web/api/boot.ts'
import { Badge } from '../../../web/ui/Badge.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { RelativeTime } from '../../../web/ui/RelativeTime.tsx'
import type { HomeTopic } from '../contract.ts'
import { Section, sectionLink } from './Section.tsx'

export function ForumSection({ topics, isSample }: { topics: HomeTopic[]; isSample: boolean }) {
  return (
    <Section
      title="Community Forum"
      isSample={isSample}
      action={
        <Link to="/forum" className={sectionLink}>
          View All
        </Link>
      }
    >
      <ul className="-mt-2 mb-4 divide-y divide-line">
        {topics.map(topic => (
          <Item key={topic.id} topic={topic} isSample={isSample} />
        ))}
      </ul>
      <LinkButton icon={Plus} render={<Link to="/forum/new" />}>
        Create New Post
      </LinkButton>
    </Section>
  )
}

function Item({ topic, isSample }: { topic: HomeTopic; isSample: boolean }) {
  const { author, is_anonymous, is_mine, likes_count, comments_count } = topic
  const name = author ? author.full_name || 'A member' : is_anonymous ? 'Anonymous' : community.name
  const link = 'wrap-anywhere font-serif text-lg underline-offset-2 hover:underline'
  return (
    <li className="py-4">
      {isSample ? (
        <Link to="/forum" dir="auto" className={link}>
          {topic.title}
        </Link>
      ) : (
        <Link to="/forum/$id" params={{ id: String(topic.id) }} dir="auto" className={link}>
          {topic.title}
        </Link>
      )}
      <p className="mt-0.5 text-sm text-muted">
        <bdi>{name}</bdi>
        {is_anonymous && is_mine && ' (you)'} · <RelativeTime when={topic.created_at} />
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
        <span className="flex flex-wrap gap-1.5">
          {topic.tags.map(tag => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
        <span className="flex items-center gap-1.5 tabular-nums">
          <Heart aria-hidden size={14} />
          {likes_count}
          <span className="sr-only">{likes_count === 1 ? 'like' : 'likes'}</span>
        </span>
        <span className="flex items-center gap-1.5 tabular-nums">
          <MessageSquare aria-hidden size={14} />
          {comments_count}
          <span className="sr-only">{comments_count === 1 ? 'comment' : 'comments'}</span>
        </span>
      </div>
    </li>
  )
}
