import { type KeyboardEvent, type Ref, useState } from 'react'
import { Field } from '../../../web/ui/Field.tsx'
import { Area } from '../../../web/ui/TextArea.tsx'
import { MAX_TEXT } from '../contract.ts'
import { Markdown } from './Markdown.tsx'

type Props = {
  label: string
  required?: boolean
  error?: string
  rows: number
  value: string
  onChange: (text: string) => void
  placeholder?: string
  ref?: Ref<HTMLTextAreaElement>
}

/** A box for what members write, with a look at how it will read. Ctrl or Cmd with Enter sends the form. */
export function MarkdownField({ label, required, error, value, onChange, ...area }: Props) {
  /** What the preview shows. Another text comes from outside, since it was sent, dropped or restored: back to writing. */
  const [previewed, setPreviewed] = useState<string | null>(null)
  const preview = previewed === value
  if (previewed !== null && !preview) setPreviewed(null)
  const toggle = (
    <button
      type="button"
      onClick={() => setPreviewed(preview ? null : value)}
      className="text-accent underline-offset-2 hover:underline"
    >
      {preview ? 'Write' : 'Preview'}
    </button>
  )
  const sendOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  // One Field for both, so that the button stays the same element and keeps the focus. The hint stays in the preview: at the end of a page
  // that gets lower, everything would move.
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
          {value.trim() ? <Markdown text={value} /> : <p className="text-muted">Nothing to preview yet.</p>}
        </section>
      ) : (
        <Area value={value} onChange={event => onChange(event.target.value)} onKeyDown={sendOnEnter} {...area} />
      )}
    </Field>
  )
}
