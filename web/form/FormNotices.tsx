import { useRef } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import type { Change } from './merge.ts'
import { RestoreNotice } from './RestoreNotice.tsx'
import { textIn } from './typed.ts'
import type { Typing } from './use-typed.ts'

type Props<Values extends object> = {
  form: Pick<Typing<Values, unknown>, 'changes' | 'isGone' | 'meanwhile' | 'takeTheirs' | 'offer'>
  /** 'this event', 'your profile' */
  thing: string
  /** What the button that saves says. */
  button: string
  labels: Partial<Record<keyof Values & string, string>>
  /** Enough of an offered draft to be recognised; without it every field with its label. */
  detail?: (changes: Partial<Values>) => string
  /** A field's value in words, where they are not its own. */
  worded?: (field: keyof Values & string, value: Values[keyof Values]) => string | undefined
}

/** Pressed at the foot of a long form, a button would otherwise be answered out of sight. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** What a form has to say about what it holds: the row was deleted, it was changed, or something older waits to be restored. */
export function FormNotices<Values extends object>(props: Props<Values>) {
  const { isGone, changes, meanwhile, offer } = props.form
  const { thing, detail = (offered: Partial<Values>) => inLine(offered, props) } = props
  if (isGone) return <GoneNotice thing={thing} text={textIn(changes)} />
  const offered = offer && detail(offer.changes)
  return (
    <>
      {meanwhile && <MeanwhileNotice {...props} meanwhile={meanwhile} />}
      {offered && (
        <RestoreNotice
          since={offer.isOlder ? `${capital(thing)} was changed since.` : undefined}
          detail={offered}
          count={offer.count}
          onRestore={offer.restore}
          onDiscard={offer.discard}
        />
      )}
    </>
  )
}

function GoneNotice({ thing, text }: { thing: string; text: string }) {
  return (
    <div ref={intoView}>
      <Banner title={`${capital(thing)} was deleted meanwhile.`} action={text && <CopyButton text={text} size="sm" />}>
        <p>What you typed was not saved. It is still here.</p>
      </Banner>
    </div>
  )
}

function MeanwhileNotice<Values extends object>({
  form,
  meanwhile,
  thing,
  button,
  labels,
  worded,
}: Props<Values> & { meanwhile: NonNullable<Props<Values>['form']['meanwhile']> }) {
  const section = useRef<HTMLElement>(null)
  const take = (change: Change<Values>) => {
    form.takeTheirs(change)
    // The button that was pressed goes.
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
      <div ref={intoView} role="status">
        <p className="font-semibold">
          {meanwhile.by
            ? `${meanwhile.by} changed ${thing} while you were editing it.`
            : `${capital(thing)} was changed elsewhere while you were editing it.`}
        </p>
        <p className="text-muted">Everything you typed is still here. Press {button} to save it.</p>
      </div>
      <ul className="mt-3 flex flex-col gap-2">
        {meanwhile.changes.map(change => (
          <li
            key={change.field}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-2"
          >
            <span className="min-w-0 flex-1 basis-52">
              <span className="font-medium">{labels[change.field]}</span>
              <span className="line-clamp-3 whitespace-pre-line wrap-anywhere text-muted">
                {worded?.(change.field, change.theirs) ?? inWords(change.theirs)}
              </span>
            </span>
            {change.isDisputed ? (
              <Button
                size="sm"
                variant="secondary"
                onClick={() => take(change)}
                aria-label={`Use theirs for ${labels[change.field]}`}
              >
                Use theirs
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
function inLine<Values extends object>(changes: Partial<Values>, { labels, worded }: Props<Values>): string {
  const fields = Object.keys(changes) as (keyof Values & string)[]
  const words = (field: keyof Values & string) =>
    worded?.(field, changes[field] as Values[keyof Values]) ?? inWords(changes[field])
  return fields.map(field => `${labels[field]}: ${words(field)}`).join(' · ')
}

function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (Array.isArray(value)) return value.join(', ') || 'None'
  return String(value ?? '') || 'Empty'
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
