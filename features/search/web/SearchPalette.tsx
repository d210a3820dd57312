import { Autocomplete } from '@base-ui/react/autocomplete'
import { useRouter } from '@tanstack/react-router'
import { ArrowRight, Search, X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAuth } from '../../../web/session/session.tsx'
import { ConnectionMark } from '../../../web/shell/ConnectionMark.tsx'
import { Highlight } from '../../../web/ui/Highlight.tsx'
import { IconButton } from '../../../web/ui/IconButton.tsx'
import { Kbd } from '../../../web/ui/Kbd.tsx'
import { Modal } from '../../../web/ui/Modal.tsx'
import { asWritten } from './as-written.ts'
import { type Entry, type Group, groupsFor } from './entries.ts'
import { HitLine, KindIcon } from './HitLine.tsx'
import { areClose, looks } from './kinds.ts'
import { keepRecent, useRecent } from './recent.ts'
import { useHits } from './use-hits.ts'

type Props = {
  /** What was typed before the search had the focus. */
  early: RefObject<string | undefined>
  /** The parent unmounts it. */
  onClose: () => void
}

/** The search over everything, with commands. */
export function SearchPalette({ early, onClose }: Props) {
  const router = useRouter()
  const userId = useAuth().user?.id ?? ''
  const [typed, setTyped] = useState('')
  const recents = useRecent(userId)
  const { hits, isWaiting, problem } = useHits(typed)
  const groups = groupsFor(typed, hits, recents, isWaiting)
  const found = groups.flatMap(({ items }) => items).filter(({ is }) => is !== 'all').length
  const input = useRef<HTMLInputElement>(null)

  function open(entry: Entry) {
    if (entry.is === 'hit') keepRecent(userId, entry.hit)
    if (entry.is === 'recent') keepRecent(userId, entry.recent)
    // Before the screen changes, which moves the focus to its heading: closing returns it to the button that opened the search.
    flushSync(onClose)
    entry.run?.()
    if (entry.to) router.history.push(entry.to)
  }

  return (
    <Modal
      aria-label="Search"
      onClose={onClose}
      closesBeside
      initialFocus={input}
      layer="fixed inset-0 z-40 flex justify-center sm:px-6 sm:pt-[10vh]"
      scrim="absolute inset-0 animate-appear bg-scrim backdrop-blur-[3px]"
      className="relative flex w-full animate-rise flex-col bg-surface shadow-overlay outline-none max-sm:h-full sm:max-h-[min(560px,80vh)] sm:max-w-[640px] sm:self-start sm:rounded-card"
    >
      <Autocomplete.Root
        inline
        open
        // Escape closes the dialog. By default it would only empty the field.
        onOpenChange={(_, { reason }) => reason === 'escape-key' && onClose()}
        items={groups}
        filter={null}
        autoHighlight="always"
        keepHighlight
        value={typed}
        onValueChange={(text, { reason }) => reason !== 'item-press' && reason !== 'escape-key' && setTyped(text)}
        itemToStringValue={(entry: Entry) => entry.key}
      >
        <div className="flex items-center gap-3 border-b border-line pr-2 pl-4">
          <Search aria-hidden size={18} className="shrink-0 text-muted" />
          <Autocomplete.Input
            ref={input}
            onFocus={() => {
              if (early.current) setTyped(early.current)
              early.current = undefined
            }}
            type="text"
            dir="auto"
            enterKeyHint="go"
            aria-label="Search the community"
            placeholder="Search members, topics, events…"
            className="h-14 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-muted"
          />
          <IconButton icon={X} label="Close search" onClick={onClose} />
        </div>
        <ConnectionMark className="mt-3 ml-4 w-fit" />
        <Autocomplete.Status className="sr-only">
          {statusOf(typed, found, isWaiting, found === hits.length && areClose(hits), problem)}
        </Autocomplete.Status>
        <Notice
          isShown={typed.trim() !== '' && hits.length === 0}
          found={found}
          isWaiting={isWaiting}
          problem={problem}
        />
        <Autocomplete.List
          aria-label="Results and commands"
          aria-busy={isWaiting || undefined}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 outline-none"
        >
          {(group: Group) => (
            <Autocomplete.Group key={group.label} items={group.items} className="not-first:mt-2">
              <Autocomplete.GroupLabel className="px-3 pt-1 pb-1.5 text-xs font-medium text-muted">
                {group.label}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(entry: Entry) => (
                  <Autocomplete.Item
                    key={entry.key}
                    value={entry}
                    onClick={() => open(entry)}
                    className="flex cursor-pointer items-center gap-3 rounded-control px-3 py-2 outline-none select-none data-highlighted:bg-sunken pointer-coarse:py-2.5"
                  >
                    <Line entry={entry} query={typed} />
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        <p
          aria-hidden
          className="flex gap-4 border-t border-line px-4 py-2 text-xs text-muted max-sm:hidden pointer-coarse:hidden"
        >
          <span>
            <Kbd>↑</Kbd> <Kbd>↓</Kbd> choose
          </span>
          <span>
            <Kbd>Enter</Kbd> open
          </span>
          <span>
            <Kbd>Esc</Kbd> close
          </span>
        </p>
      </Autocomplete.Root>
    </Modal>
  )
}

function statusOf(typed: string, count: number, isWaiting: boolean, isClose: boolean, problem?: string): string {
  if (!typed.trim()) return ''
  if (problem) return `The search failed. ${problem}`
  if (isWaiting) return 'Searching…'
  if (count === 0) return 'Nothing found.'
  return `${isClose ? 'No exact match, these are similar. ' : ''}${count === 1 ? '1 result' : `${count} results`}`
}

type NoticeProps = { isShown: boolean; found: number; isWaiting: boolean; problem?: string }

/** `found`: with the commands. */
function Notice({ isShown, found, isWaiting, problem }: NoticeProps): ReactNode {
  if (!isShown || (found > 0 && !isWaiting && !problem)) return null
  const text = problem
    ? `The search could not be loaded. ${problem}`
    : isWaiting
      ? 'Searching…'
      : 'Nothing found. Try fewer or other words.'
  return (
    <p aria-hidden className="px-5 pt-4 text-sm text-muted">
      {text}
    </p>
  )
}

const disc = 'grid size-8 shrink-0 place-items-center rounded-full bg-neutral-soft text-on-neutral'

function Line({ entry, query }: { entry: Entry; query: string }): ReactNode {
  if (entry.is === 'hit') return <HitLine hit={entry.hit} query={query} />
  if (entry.is === 'recent')
    return (
      <>
        <KindIcon kind={entry.recent.kind} />
        <span dir="auto" className="min-w-0 flex-1 truncate text-left">
          {entry.recent.kind === 'reply' && <span className="text-muted">Re: </span>}
          {entry.recent.title}
        </span>
        <span className="shrink-0 text-xs text-muted">{looks[entry.recent.kind].one}</span>
      </>
    )
  if (entry.is === 'all')
    return (
      <>
        <span className={disc}>
          <ArrowRight aria-hidden size={16} />
        </span>
        <span className="min-w-0 flex-1 truncate">
          All results for <bdi>“{entry.q}”</bdi>
        </span>
      </>
    )
  const { icon: Icon, label } = entry.command
  return (
    <>
      <span className={disc}>
        <Icon aria-hidden size={16} />
      </span>
      <span className="min-w-0 flex-1 truncate">
        <Highlight text={label} query={asWritten(label, query)} />
      </span>
    </>
  )
}
