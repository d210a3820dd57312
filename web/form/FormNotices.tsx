import { useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import type { Change } from './merge.ts'
import { NotSavedNotice, scrollIntoView } from './NotSavedNotice.tsx'
import { RestoreNotice } from './RestoreNotice.tsx'
import { textIn } from './typed.ts'
import type { TypedForm } from './use-typed.ts'

type Props<Values extends object> = {
  form: Pick<TypedForm<Values, unknown>, 'changes' | 'isDeleted' | 'conflict' | 'takeTheirs' | 'offer'>
  /** What is edited: 'this event', 'your profile'. */
  subject: string
  /** Label of the submit button. */
  button: string
  labels: Partial<Record<keyof Values & string, string>>
  /** Summary of an offered draft. Default: every field with its label. */
  detail?: (changes: Partial<Values>) => string
  /** Display text of a value, if it differs from the value itself. */
  formatValue?: (field: keyof Values & string, value: Values[keyof Values]) => string | undefined
}

/** Notices above a form: the row was deleted, the row was changed elsewhere, or an older draft can be restored. */
export function FormNotices<Values extends object>(props: Props<Values>) {
  const { isDeleted, changes, conflict, offer } = props.form
  const { subject, detail = (offered: Partial<Values>) => summaryOf(offered, props) } = props
  if (isDeleted) return <NotSavedNotice title={`${capital(subject)} was deleted meanwhile.`} text={textIn(changes)} />
  const offered = offer && detail(offer.changes)
  return (
    <>
      {conflict && <ConflictNotice {...props} conflict={conflict} />}
      {offered && (
        <RestoreNotice
          since={offer.isOlder ? `${capital(subject)} was changed since.` : undefined}
          detail={offered}
          count={offer.count}
          onRestore={offer.restore}
          onDiscard={offer.discard}
        />
      )}
    </>
  )
}

function ConflictNotice<Values extends object>({
  form,
  conflict,
  subject,
  button,
  labels,
  formatValue,
}: Props<Values> & { conflict: NonNullable<Props<Values>['form']['conflict']> }) {
  const section = useRef<HTMLElement>(null)
  // Fields without a label, such as the mentions of a text, follow from another field.
  const isShown = ({ field }: Change<Values>) => labels[field]
  const use = conflict.by ? 'Use theirs' : 'Use the saved one'
  const take = (change: Change<Values>) => {
    form.takeTheirs(change)
    // The pressed button is removed: keep the focus in the notice.
    section.current?.focus()
  }
  return (
    <section
      ref={element => {
        section.current = element
      }}
      tabIndex={-1}
      aria-label="Changed meanwhile"
      className="rounded-control border border-line p-4 text-sm outline-none"
    >
      <div ref={scrollIntoView} role="status">
        <p className="font-semibold">
          {conflict.by
            ? `${conflict.by} changed ${subject} while you were editing it.`
            : `${capital(subject)} was changed elsewhere while you were editing it.`}
        </p>
        <p className="text-muted">Everything you typed is still here. Press {button} to save it.</p>
      </div>
      <ul className="mt-3 flex flex-col gap-2">
        {conflict.changes.filter(isShown).map(change => (
          <li
            key={change.field}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-2"
          >
            <span className="min-w-0 flex-1 basis-52">
              <span className="font-medium">{labels[change.field]}</span>
              <span className="line-clamp-3 whitespace-pre-line wrap-anywhere text-muted">
                {formatValue?.(change.field, change.theirs) ?? displayText(change.theirs)}
              </span>
            </span>
            {change.isDisputed ? (
              <Button
                size="sm"
                variant="secondary"
                onClick={() => take(change)}
                aria-label={`${use} for ${labels[change.field]}`}
              >
                {use}
              </Button>
            ) : (
              <span className="text-muted">Taken over</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** 'Title: Demo night · Location: mHUB' */
function summaryOf<Values extends object>(changes: Partial<Values>, { labels, formatValue }: Props<Values>): string {
  const fields = (Object.keys(changes) as (keyof Values & string)[]).filter(field => labels[field])
  const words = (field: keyof Values & string) =>
    formatValue?.(field, changes[field] as Values[keyof Values]) ?? displayText(changes[field])
  return fields.map(field => `${labels[field]}: ${words(field)}`).join(' · ')
}

function displayText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (Array.isArray(value)) return value.join(', ') || 'None'
  return String(value ?? '') || 'Empty'
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
