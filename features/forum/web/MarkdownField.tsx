import { type KeyboardEvent, type Ref, useState } from 'react'
import { MentionArea, type Mentioning } from '../../../web/form/MentionArea.tsx'
import { Field } from '../../../web/ui/Field.tsx'
import { MAX_TEXT } from '../contract.ts'
import { Markdown } from './Markdown.tsx'

type Props = Mentioning & {
  label: string
  required?: boolean
  error?: string
  rows: number
  value: string
  onChange: (text: string) => void
  placeholder?: string
  ref?: Ref<HTMLTextAreaElement>
}

/** A text area for Markdown, with a preview. Ctrl or Cmd with Enter submits the form. */
export function MarkdownField({ label, required, error, value, onChange, ...area }: Props) {
  /** The text of the preview. If the value changes from outside (sent, discarded or restored), the field returns to writing. */
  const [previewed, setPreviewed] = useState<string | null>(null)
  const preview = previewed === value
  if (previewed !== null && !preview) setPreviewed(null)
  const toggle = (
    <button
      type="button"
      onClick={() => setPreviewed(preview ? null : value)}
      className="touchable text-accent underline-offset-2 hover:underline"
    >
      {preview ? 'Write' : 'Preview'}
    </button>
  )
  const sendOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  // One Field for both modes, so that the button stays the same element and keeps the focus. The hint stays in the preview, so that
  // the page's height and the scroll position do not change.
  return (
    <Field
      label={label}
      required={required}
      error={error}
      aside={toggle}
      hint="**bold**, *italics*, `code`, - lists and > quotes work here."
      text={value}
      limit={MAX_TEXT}
      group={preview}
    >
      {preview ? (
        <section
          aria-label="Preview"
          style={{ minHeight: `calc(${area.rows * 1.5}em + 1.125rem)` }}
          className="rounded-control border border-dashed border-edge px-3 py-2"
        >
          {value.trim() ? (
            <Markdown text={value} mentions={area.mentions} />
          ) : (
            <p className="text-muted">Nothing to preview yet.</p>
          )}
        </section>
      ) : (
        <MentionArea value={value} onChange={event => onChange(event.target.value)} onKeyDown={sendOnEnter} {...area} />
      )}
    </Field>
  )
}
