import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import { useConnection } from '../../../web/api/connection.ts'
import { FormNotices } from '../../../web/form/FormNotices.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { Switch } from '../../../web/ui/Checkbox.tsx'
import { FormBanner } from '../../../web/ui/FormBanner.tsx'
import { Kbd } from '../../../web/ui/Kbd.tsx'
import type { Comment, Topic } from '../contract.ts'
import { MarkdownField } from './MarkdownField.tsx'
import { useAddReply, useEditReply } from './use-reply-actions.ts'

export type ReplyBoxHandle = { focus: () => void }

type Props = {
  topic: Topic
  ref: Ref<ReplyBoxHandle>
}

/** Adds a reply. Pass the topic's id as the key: each topic has its own draft. */
export function AddReply({ topic, ref, onPosted }: Props & { onPosted: () => void }) {
  const form = useAddReply(topic, onPosted)
  const { is_anonymous = false } = form.values
  const isOffline = useConnection() !== 'online'
  return (
    <Box
      ref={ref}
      title="Add a reply"
      problem="There was a problem posting your reply. What you typed is still here."
      button="Post"
      form={form}
      detail={({ content = '' }) => content.trim()}
      isAnonymous={is_anonymous}
    >
      <Switch
        label="Post anonymously"
        hint={
          is_anonymous
            ? isOffline &&
              'An anonymous reply does not wait for the network: sent together with others, it could show who you are.'
            : topic.is_anonymous && topic.is_mine && 'Members will see your name under your anonymous topic.'
        }
        checked={is_anonymous}
        onChange={chosen => form.change({ is_anonymous: chosen })}
      />
    </Box>
  )
}

/** Edits a reply. Pass the reply's id as the key. */
export function EditReply({ topic, reply, ref, onDone }: Props & { reply: Comment; onDone: () => void }) {
  const form = useEditReply(topic, reply, onDone)
  return (
    <Box
      ref={ref}
      title="Edit your reply"
      problem="There was a problem updating your reply. What you typed is still here."
      button="Update"
      form={form}
      isAnonymous={reply.is_anonymous}
      onCancel={onDone}
    />
  )
}

type BoxProps = {
  title: string
  /** Shown after a submit that failed, until the next one. */
  problem: string
  button: string
  form: ReturnType<typeof useEditReply>
  detail?: (changes: { content?: string }) => string
  isAnonymous: boolean
  onCancel?: () => void
  ref: Ref<ReplyBoxHandle>
  children?: ReactNode
}

function Box({ title, problem, button, form, detail, isAnonymous, onCancel, ref, children }: BoxProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => ({
    focus() {
      area.current?.scrollIntoView({ block: 'center' })
      area.current?.focus({ preventScroll: true })
    },
  }))
  const { content, mentions } = form.values
  const cancel = () => {
    form.discard()
    onCancel?.()
  }
  return (
    <Card as="section" title={title}>
      <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
        <FormNotices
          form={form}
          subject="this reply"
          button={button}
          labels={{ content: 'Your reply' }}
          detail={detail}
        />
        {form.refused && content.trim() !== '' && <FormBanner key={form.refused.key}>{problem}</FormBanner>}
        <MarkdownField
          ref={area}
          label="Your reply"
          rows={4}
          value={content}
          error={form.fields.content}
          onChange={text => form.change({ content: text })}
          mentions={mentions}
          onMentions={known => form.change({ mentions: known })}
          silentIn={isAnonymous && 'an anonymous post'}
        />
        {children}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={form.busy} disabled={content.trim() === ''}>
            {button}
          </Button>
          <Button variant="secondary" onClick={cancel}>
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
