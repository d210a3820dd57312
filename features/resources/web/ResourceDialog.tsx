import { EditNotices } from '../../../web/form/EditNotices.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { Dialog } from '../../../web/ui/Dialog.tsx'
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
  const cancel = () => {
    form.discard()
    leave()
  }

  return (
    <Dialog
      open
      title={resource ? 'Edit Resource' : 'Add Resource'}
      onClose={leave}
      onSubmit={form.submit}
      footer={
        <>
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" busy={form.busy}>
            {button}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {form.banner && <FormBanner>{form.banner}</FormBanner>}
        <EditNotices
          edit={form.edit}
          thing="this resource"
          button={button}
          labels={labels}
          worded={(field, value) => (field === 'category' || field === 'resource_type' ? labelOf(value) : undefined)}
        />
        {resource ? (
          <Fields form={form} isFile={form.way === 'file'} />
        ) : (
          <Tabs label="What to add" items={tabs} value={form.way} onChange={form.setWay} spread>
            <div className="flex flex-col gap-4">
              {form.way === 'file' && <FileField file={form.file} error={form.problems.file} onChoose={form.choose} />}
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
    </Dialog>
  )
}

function Fields({ form, isFile }: { form: ReturnType<typeof useResourceForm>; isFile: boolean }) {
  const { draft, change, problems } = form
  return (
    <>
      {!isFile && (
        <TextField
          label="Link"
          required
          type="url"
          placeholder="https://"
          limit={limits.url}
          value={draft.url}
          error={problems.url}
          onChange={event => change({ url: event.target.value })}
          onBlur={form.completeLink}
        />
      )}
      <TextField
        label="Title"
        required
        limit={limits.title}
        value={draft.title}
        error={problems.title}
        onChange={event => form.typeTitle(event.target.value)}
      />
      <TextArea
        label="Description"
        rows={3}
        limit={limits.description}
        value={draft.description}
        error={problems.description}
        onChange={event => change({ description: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Category"
          options={options(categories)}
          value={draft.category}
          onChange={category => change({ category })}
        />
        <Select
          label="Type"
          options={options(resourceTypes)}
          value={draft.resource_type}
          onChange={resource_type => change({ resource_type })}
        />
      </div>
    </>
  )
}
