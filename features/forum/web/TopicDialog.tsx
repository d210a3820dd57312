import { FormDialog } from '../../../web/form/FormDialog.tsx'
import { FormNotices } from '../../../web/form/FormNotices.tsx'
import { Switch } from '../../../web/ui/Checkbox.tsx'
import { Select } from '../../../web/ui/Select.tsx'
import { TextField } from '../../../web/ui/TextField.tsx'
import { categories, MAX_TITLE, type Topic } from '../contract.ts'
import { MarkdownField } from './MarkdownField.tsx'
import { labels, useTopicForm } from './use-topic-form.ts'

/** Edits a topic, or creates one (null). Escape and ✕ keep the draft; Cancel discards it. */
export function TopicDialog({ topic, onClose }: { topic: Topic | null; onClose: () => void }) {
  const form = useTopicForm(topic, onClose)
  const { values, change, fields } = form
  const button = topic ? 'Update Topic' : 'Create Topic'
  return (
    <FormDialog form={form} size="lg" title={topic ? 'Edit Topic' : 'New Topic'} button={button} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <FormNotices form={form} subject="this topic" button={button} labels={labels} />
        <TextField label="Title" required limit={MAX_TITLE} {...form.field('title')} />
        <Select
          label="Category"
          required
          options={categories}
          value={values.category}
          onChange={category => change({ category })}
        />
        <MarkdownField
          label="Content"
          required
          rows={8}
          error={fields.content}
          value={values.content}
          onChange={content => change({ content })}
          mentions={values.mentions}
          onMentions={mentions => change({ mentions })}
          silentIn={(topic?.is_anonymous ?? values.is_anonymous) && 'an anonymous post'}
        />
        {!topic && (
          <Switch
            label="Post anonymously"
            hint="Members see 'Anonymous' instead of your name. You can still edit and delete it."
            checked={values.is_anonymous}
            onChange={is_anonymous => change({ is_anonymous })}
          />
        )}
      </div>
    </FormDialog>
  )
}
