import { FormDialog } from '../../../web/form/FormDialog.tsx'
import { FormNotices } from '../../../web/form/FormNotices.tsx'
import { FormBanner } from '../../../web/ui/FormBanner.tsx'
import { Progress } from '../../../web/ui/Progress.tsx'
import { Select } from '../../../web/ui/Select.tsx'
import { Tabs } from '../../../web/ui/Tabs.tsx'
import { TextArea } from '../../../web/ui/TextArea.tsx'
import { TextField } from '../../../web/ui/TextField.tsx'
import { limits, type Resource } from '../contract.ts'
import { categories, labelOf, resourceTypes } from '../shared/kinds.ts'
import { FileField } from './FileField.tsx'
import { labels, useResourceForm } from './use-resource-form.ts'

const tabs = [
  { value: 'file', label: 'Upload a file' },
  { value: 'link', label: 'Share a link' },
] as const
const options = (values: readonly string[]) => values.map(value => ({ value, label: labelOf(value) }))

type Props = { resource: Resource | null; onClose: () => void; onSaved: () => void }

/** Edits a resource, or creates one (null). Escape and ✕ keep the draft; Cancel discards it. */
export function ResourceDialog({ resource, onClose, onSaved }: Props) {
  const form = useResourceForm(resource, onSaved, onClose)
  const button = resource ? 'Update Resource' : 'Add Resource'
  const leave = () => {
    form.stop()
    onClose()
  }
  return (
    <FormDialog form={form} title={resource ? 'Edit Resource' : 'Add Resource'} button={button} onClose={leave}>
      <div className="flex flex-col gap-4">
        {form.refused && <FormBanner>{form.refused.text}</FormBanner>}
        <FormNotices
          form={form}
          subject="this resource"
          button={button}
          labels={labels}
          formatValue={(field, value) =>
            field === 'category' || field === 'resource_type' ? labelOf(value) : undefined
          }
        />
        {resource ? (
          <Fields form={form} isFile={form.way === 'file'} />
        ) : (
          <Tabs label="What to add" items={tabs} value={form.way} onChange={form.setWay} spread>
            <div className="flex flex-col gap-4">
              {form.way === 'file' && <FileField file={form.file} error={form.fields.file} onChoose={form.choose} />}
              <Fields form={form} isFile={form.way === 'file'} />
            </div>
          </Tabs>
        )}
        {form.progress !== null && form.way === 'file' && (
          <div className="flex flex-col gap-1.5 text-sm text-muted">
            <Progress label="Upload" value={form.progress} />
            <p aria-hidden="true">{Math.round(form.progress)}% uploaded</p>
          </div>
        )}
      </div>
    </FormDialog>
  )
}

function Fields({ form, isFile }: { form: ReturnType<typeof useResourceForm>; isFile: boolean }) {
  const { values, change, field } = form
  return (
    <>
      {!isFile && (
        <TextField
          label="Link"
          required
          type="url"
          placeholder="https://"
          limit={limits.url}
          {...field('url')}
          onBlur={form.completeLink}
        />
      )}
      <TextField
        label="Title"
        required
        limit={limits.title}
        {...field('title')}
        value={values.title}
        onChange={event => form.typeTitle(event.target.value)}
      />
      <TextArea label="Description" rows={3} limit={limits.description} {...field('description')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Category"
          options={options(categories)}
          value={values.category}
          onChange={category => change({ category })}
        />
        <Select
          label="Type"
          options={options(resourceTypes)}
          value={values.resource_type}
          onChange={resource_type => change({ resource_type })}
        />
      </div>
    </>
  )
}
