import { EditNotices } from '../../../web/form/EditNotices.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { Dialog } from '../../../web/ui/Dialog.tsx'
import { Select } from '../../../web/ui/Select.tsx'
import { Switch } from '../../../web/ui/Switch.tsx'
import { TextField } from '../../../web/ui/TextField.tsx'
import { categories, MAX_TITLE, type Topic } from '../contract.ts'
import { MarkdownField } from './MarkdownField.tsx'
import { labels, useTopicForm } from './use-topic-form.ts'

/** Edits a topic, or creates one (null). Escape and ✕ keep the draft; Cancel discards it. */
export function TopicDialog({ topic, onClose }: { topic: Topic | null; onClose: () => void }) {
  const { edit, draft, change, submit, busy, missing, giveUp } = useTopicForm(topic, onClose)
  const button = topic ? 'Update Topic' : 'Create Topic'
  return (
    <Dialog
      open
      size="lg"
      title={topic ? 'Edit Topic' : 'New Topic'}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button variant="secondary" onClick={giveUp}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            {button}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <EditNotices edit={edit} thing="this topic" button={button} labels={labels} />
        <TextField
          label="Title"
          required
          limit={MAX_TITLE}
          error={missing.title && 'Please enter a title.'}
          value={draft.title}
          onChange={event => change({ title: event.target.value })}
        />
        <Select
          label="Category"
          required
          options={categories}
          value={draft.category}
          onChange={category => change({ category })}
        />
        <MarkdownField
          label="Content"
          required
          rows={8}
          error={missing.content ? 'Please enter some content.' : undefined}
          value={draft.content}
          onChange={content => change({ content })}
        />
        {!topic && (
          <Switch
            label="Post anonymously"
            hint="Members see 'Anonymous' instead of your name. You can still edit and delete it."
            checked={draft.is_anonymous}
            onChange={is_anonymous => change({ is_anonymous })}
          />
        )}
      </div>
    </Dialog>
  )
}
