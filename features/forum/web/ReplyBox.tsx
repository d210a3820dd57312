import { type FormEvent, type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import { EditNotices } from '../../../web/form/EditNotices.tsx'
import { RestoreNotice } from '../../../web/form/RestoreNotice.tsx'
import { useDraft } from '../../../web/form/use-draft.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { Switch } from '../../../web/ui/Checkbox.tsx'
import { Kbd } from '../../../web/ui/Kbd.tsx'
import { toast } from '../../../web/ui/toast.ts'
import type { Comment, Topic } from '../contract.ts'
import { MarkdownField } from './MarkdownField.tsx'
import { replyTo, useEditReply, usePostReply } from './use-reply-actions.ts'

export type ReplyBoxHandle = { focus: () => void }

type Props = {
  topic: Topic
  ref: Ref<ReplyBoxHandle>
}

/** Adds a reply. Give it the topic's id as its key: every topic has its own draft. */
export function AddReply({ topic, ref, onPosted }: Props & { onPosted: () => void }) {
  // Under one's own anonymous topic a reply begins as anonymous: a name there would give the author away by a slip.
  const isMyAnonymousTopic = topic.is_anonymous && topic.is_mine
  const [draft, keep, drop, offer, markSent] = useDraft(
    replyTo(topic.id),
    { content: '', is_anonymous: isMyAnonymousTopic },
    { place: 'A reply', lasting: true },
  )
  const { send, busy } = usePostReply(topic)
  const { profile } = useAuth()

  async function submit(content: string) {
    const { is_anonymous } = draft
    const sent = { content, is_anonymous, post_id: topic.id, parent_comment_id: null, likes_count: 0 as const }
    const end = markSent()
    if (await send({ id: topic.id, user_id: profile?.id, ...sent })) end(onPosted)
  }
  return (
    <Box
      ref={ref}
      title="Add a reply"
      button="Post"
      busy={busy}
      text={draft.content}
      onText={content => keep({ ...draft, content })}
      onSubmit={submit}
      onCancel={drop}
      notice={
        offer?.draft.content.trim() && (
          <RestoreNotice
            detail={offer.draft.content}
            count={offer.count}
            onRestore={() => offer.restore()}
            onDiscard={offer.discard}
          />
        )
      }
    >
      <Switch
        label="Post anonymously"
        hint={isMyAnonymousTopic && !draft.is_anonymous && 'Members will see your name under your anonymous topic.'}
        checked={draft.is_anonymous}
        onChange={is_anonymous => keep({ ...draft, is_anonymous })}
      />
    </Box>
  )
}

/** Changes a reply. Give it the reply's id as its key. */
export function EditReply({ topic, reply, ref, onDone }: Props & { reply: Comment; onDone: () => void }) {
  const edit = useEditReply(topic, reply, onDone)
  return (
    <Box
      ref={ref}
      title="Edit your reply"
      button="Update"
      busy={edit.busy}
      text={edit.values.content}
      onText={content => edit.change({ content })}
      onSubmit={edit.save}
      onCancel={() => {
        edit.discard()
        onDone()
      }}
      notice={<EditNotices edit={edit} thing="this reply" button="Update" labels={{ content: 'Your reply' }} />}
    />
  )
}

type BoxProps = {
  title: string
  button: string
  busy: boolean
  text: string
  onText: (text: string) => void
  onSubmit: (content: string) => void
  onCancel: () => void
  ref: Ref<ReplyBoxHandle>
  notice: ReactNode
  children?: ReactNode
}

function Box({ title, button, busy, text, onText, onSubmit, onCancel, ref, notice, children }: BoxProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => ({
    focus() {
      area.current?.scrollIntoView({ block: 'center' })
      area.current?.focus({ preventScroll: true })
    },
  }))
  const isBlank = text.trim() === ''

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (isBlank) toast.error('Empty reply', 'Please enter a reply.')
    else onSubmit(text.trim())
  }
  return (
    <Card as="section" title={title}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {notice}
        <MarkdownField ref={area} label="Your reply" rows={4} value={text} onChange={onText} />
        {children}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={busy} disabled={isBlank}>
            {button}
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <span className="ml-auto hidden text-xs text-muted sm:block pointer-coarse:hidden">
            <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd>
          </span>
        </div>
      </form>
    </Card>
  )
}
