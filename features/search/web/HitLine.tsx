import { Fragment } from 'react'
import { plainText } from '../../../contract/plain-text.ts'
import { Avatar } from '../../../web/ui/Avatar.tsx'
import { cx } from '../../../web/ui/cx.ts'
import { dayOf } from '../../../web/ui/dates.ts'
import { Highlight } from '../../../web/ui/Highlight.tsx'
import { highlighted } from '../../../web/ui/highlight.ts'
import { RelativeTime } from '../../../web/ui/RelativeTime.tsx'
import type { Hit, Kind } from '../contract.ts'
import { asWritten } from './as-written.ts'
import { looks } from './kinds.ts'

const colours: Record<Kind, string> = {
  member: 'bg-neutral-soft text-on-neutral',
  topic: 'bg-tint text-on-tint',
  reply: 'bg-blue-soft text-on-blue',
  event: 'bg-amber-soft text-on-amber',
  investor: 'bg-teal-soft text-on-teal',
  resource: 'bg-purple-soft text-on-purple',
  request: 'bg-green-soft text-on-green',
}

export function KindIcon({ kind }: { kind: Kind }) {
  const { icon: Icon } = looks[kind]
  return (
    <span className={cx('grid size-8 shrink-0 place-items-center rounded-full', colours[kind])}>
      <Icon aria-hidden size={16} />
    </span>
  )
}

const SEPARATOR = ' · '

/** The text from a few words before the first match, which is then in view on a phone. */
function fromMatch(text: string, query: string): string {
  const [before, match] = highlighted(text, query)
  const isFar = before && match && !before.match && before.text.length > 24
  return isFar ? `…${text.slice(before.text.length - 20).replace(/^\S*\s/, '')}` : text
}

/** A hit: its kind, its name or title, what describes it, and a part of its text with the matches marked. */
export function HitLine({ hit, query, lines = 1 }: { hit: Hit; query: string; lines?: 1 | 2 }) {
  const { kind, title, details, author, date } = hit
  const excerpt = fromMatch(plainText(hit.excerpt), query)
  /** Typing errors are marked only where they were forgiven. */
  const marked = (text: string) => (hit.close.includes(text) ? asWritten(text, query) : query)
  const hasMark = (text: string) => highlighted(text, marked(text)).some(({ match }) => match)
  const given = [...new Set([author ?? '', ...details])].filter(Boolean)
  // What was found comes first, so that it is in view on a phone.
  const facts = [...given.filter(hasMark), ...given.filter(fact => !hasMark(fact))]
  return (
    <>
      {kind === 'member' ? <Avatar size="sm" name={title} src={hit.picture} /> : <KindIcon kind={kind} />}
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span
            dir="auto"
            className="line-clamp-2 min-w-0 flex-1 text-left font-medium wrap-anywhere text-ink sm:line-clamp-1"
          >
            {kind === 'reply' && <span className="font-normal text-muted">Re: </span>}
            <Highlight text={title} query={marked(title)} />
          </span>
          <span className="shrink-0 text-xs text-muted">{looks[kind].one}</span>
        </span>
        <span className="flex min-w-0 items-baseline text-sm text-muted">
          {facts.length > 0 && (
            <span dir="auto" className="min-w-0 truncate text-left">
              {facts.map((fact, place) => (
                <Fragment key={fact}>
                  {place > 0 && SEPARATOR}
                  <Highlight text={fact} query={marked(fact)} />
                </Fragment>
              ))}
            </span>
          )}
          {date && (
            <span className="max-w-full shrink-0 truncate whitespace-pre">
              {facts.length > 0 && SEPARATOR}
              {kind === 'event' ? dayOf(`${date}T12:00:00Z`) : <RelativeTime when={date} />}
            </span>
          )}
        </span>
        {excerpt && (
          <span
            dir="auto"
            className={cx(
              'mt-0.5 text-left text-sm wrap-anywhere text-muted',
              lines === 1 ? 'line-clamp-1' : 'line-clamp-2',
            )}
          >
            <Highlight text={excerpt} query={query} />
          </span>
        )}
      </span>
    </>
  )
}
