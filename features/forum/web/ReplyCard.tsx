import { memo } from 'react'
import { useConnection } from '../../../web/api/connection.ts'
import { Card } from '../../../web/ui/Card.tsx'
import { EditAndDelete } from '../../../web/ui/EditAndDelete.tsx'
import { RelativeTime } from '../../../web/ui/RelativeTime.tsx'
import { Skeleton, SkeletonLines } from '../../../web/ui/Skeleton.tsx'
import type { LinkedProps } from '../../../web/ui/use-linked.ts'
import type { Comment } from '../contract.ts'
import { Byline } from './Byline.tsx'
import { Markdown } from './Markdown.tsx'

type Props = {
  reply: Comment
  linked?: LinkedProps
  onEdit: (reply: Comment) => void
  onDelete: (reply: Comment) => void
}

export const ReplyCard = memo(function ReplyCard({ reply, linked, onEdit, onDelete }: Props) {
  const isSending = reply.id < 0
  const isOnline = useConnection() === 'online'
  return (
    <Card as="li" {...linked} className={isSending && isOnline ? 'opacity-70' : undefined}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <Byline by={reply}>
          <span aria-hidden>·</span>
          {isSending ? isOnline ? 'sending…' : 'Waiting for the network' : <RelativeTime when={reply.created_at} />}
          {reply.is_edited && <span>· edited</span>}
        </Byline>
        {reply.can_edit && (
          <span className="-mx-3 flex flex-wrap">
            <EditAndDelete onEdit={() => onEdit(reply)} onDelete={() => onDelete(reply)} />
          </span>
        )}
      </div>
      <Markdown text={reply.content} mentions={reply.mentions} />
    </Card>
  )
})

/** A skeleton as high as a reply. */
export function ReplySkeleton() {
  return (
    <div data-skeleton="card" className="rounded-card border border-line bg-surface p-5">
      <div className="mb-3 flex items-center gap-2.5">
        <Skeleton round className="size-8" />
        <Skeleton className="h-4 w-40" />
      </div>
      <SkeletonLines lines={2} />
    </div>
  )
}
