import { plainText } from '../../../contract/plain-text.ts'
import { Avatar } from '../../../web/ui/Avatar.tsx'
import { cx } from '../../../web/ui/cx.ts'
import { dayOf } from '../../../web/ui/dates.ts'
import { Highlight } from '../../../web/ui/Highlight.tsx'
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

/** A hit: its kind, its name or title, what describes it, and a part of its text with the matches marked. */
export function HitLine({ hit, query, lines = 1 }: { hit: Hit; query: string; lines?: 1 | 2 }) {
  const { kind, title, details, author, date } = hit
  const excerpt = plainText(hit.excerpt)
  const facts = [author, ...details].filter(Boolean).join(SEPARATOR)
  return (
    <>
      {kind === 'member' ? <Avatar size="sm" name={title} src={hit.picture} /> : <KindIcon kind={kind} />}
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate text-left font-medium text-ink">
            {kind === 'reply' && <span className="font-normal text-muted">Re: </span>}
            <Highlight text={title} query={asWritten(title, query)} />
          </span>
          <span className="shrink-0 text-xs text-muted">{looks[kind].one}</span>
        </span>
        <span className="flex min-w-0 items-baseline text-sm text-muted">
          {facts && (
            <span dir="auto" className="min-w-0 truncate text-left">
              <Highlight text={facts} query={asWritten(facts, query)} />
            </span>
          )}
          {date && (
            <span className="shrink-0 whitespace-pre">
              {facts && SEPARATOR}
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
