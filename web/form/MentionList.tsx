import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Mention } from '../../contract/mentions.ts'
import { searchOf } from '../../contract/text.ts'
import { findMembers } from '../../features/members/contract.ts'
import { useApi } from '../api/query.ts'
import { follow, place } from '../ui/anchor.ts'
import { MemberOption } from '../ui/MemberOption.tsx'
import { withPicked } from '../ui/mentions.ts'
import type { Offered } from '../ui/namesakes.ts'
import { optionLook } from '../ui/option-look.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { letterRect } from './caret.ts'
import { useMentionQuery } from './use-mention-query.ts'

const MAX_SUGGESTIONS = 6

type Props = {
  area: HTMLTextAreaElement
  mentions: Mention[]
  onMentions: (mentions: Mention[]) => void
  note: string | undefined
}

/**
 * Suggests members for the name typed after '@'. The text area keeps the focus and its role: a multi-line field cannot be a combobox, but a
 * textbox may have aria-autocomplete and aria-activedescendant, which screen readers treat alike.
 */
export default function MentionList({ area, mentions, onMentions, note }: Props) {
  const id = useId()
  const { query, dismiss } = useMentionQuery(area, mentions)
  const members = useSuggestions(query?.typed ?? '')
  const [active, setActive] = useState(0)
  const [shownFor, setShownFor] = useState(members)
  if (shownFor !== members) {
    setShownFor(members)
    setActive(0)
  }
  const isOpen = query !== undefined && members.length > 0
  const optionId = (index: number) => `${id}-${members[index]?.id}`

  function choose(member: Offered | undefined): void {
    if (!member || !query) return
    const { id, full_name } = member
    onMentions(withPicked(mentions, { id, full_name }, area.value, query.start))
    insert(area, query.start, `@${full_name} `)
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // Keys of an input method (229 in Safari after the composition) choose its own suggestions.
    if (!isOpen || event.isComposing || event.keyCode === 229) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const last = members.length - 1
    const act = {
      ArrowDown: () => setActive(active >= last ? 0 : active + 1),
      ArrowUp: () => setActive(active <= 0 ? last : active - 1),
      Enter: () => choose(members[active]),
      Tab: () => choose(members[active]),
      Escape: dismiss,
    }[event.key]
    if (!act) return
    event.preventDefault()
    // Escape must not close the dialog around the field.
    event.stopPropagation()
    act()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    area.addEventListener('keydown', listener)
    area.setAttribute('aria-autocomplete', 'list')
    area.setAttribute('aria-haspopup', 'listbox')
    return () => area.removeEventListener('keydown', listener)
  }, [area])

  const activeId = isOpen ? optionId(active) : undefined
  useEffect(() => {
    if (!activeId) return
    area.setAttribute('aria-controls', id)
    area.setAttribute('aria-activedescendant', activeId)
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
    return () => {
      area.removeAttribute('aria-controls')
      area.removeAttribute('aria-activedescendant')
    }
  }, [area, id, activeId])

  return (
    <>
      <VisuallyHidden>
        <span role="status">{isOpen && announcement(members.length)}</span>
      </VisuallyHidden>
      {isOpen && (
        <Popup area={area} start={query.start} rows={members.length}>
          <div id={id} role="listbox" aria-label="Members">
            {members.map((member, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled in the text area, which keeps the focus
              <div
                key={member.id}
                id={optionId(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                data-highlighted={index === active ? '' : undefined}
                // Keeps the focus and the phone's keyboard.
                onMouseDown={event => event.preventDefault()}
                onMouseMove={() => setActive(index)}
                onClick={() => choose(member)}
                className={optionLook}
              >
                <MemberOption member={member} among={members} />
              </div>
            ))}
          </div>
          {note && <p className="px-2.5 pt-2 pb-1 text-xs text-muted">{note}</p>}
        </Popup>
      )}
    </>
  )
}

const announcement = (count: number) =>
  `${count === 1 ? '1 member' : `${count} members`}. Choose with the arrow keys and Enter.`

/** Above the page and any dialog, next to the '@'. `rows`: its height changes with them. */
function Popup(props: { area: HTMLTextAreaElement; start: number; rows: number; children: ReactNode }) {
  const { area, start, rows, children } = props
  const popup = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: placed again when the number of rows changes
  useLayoutEffect(() => {
    if (!popup.current) return
    const letter = { getBoundingClientRect: () => letterRect(area, start) }
    popup.current.showPopover()
    place(popup.current, letter, 'bottom', 'start')
    return follow(popup.current, letter, 'bottom', 'start')
  }, [area, start, rows])
  return (
    <div
      ref={popup}
      popover="manual"
      className="overlay max-h-72 w-[min(20rem,calc(100vw-16px))] overflow-y-auto overscroll-contain p-1.5"
    >
      {children}
    </div>
  )
}

/** Members whose name matches. While a longer text is searched for, the last matches that still fit. */
function useSuggestions(typed: string): Offered[] {
  const q = searchOf(typed)
  const { data, isPlaceholderData } = useApi(
    findMembers,
    { q, limit: MAX_SUGGESTIONS },
    { enabled: q !== '', keepPrevious: true },
  )
  return useMemo(() => {
    if (q === '' || !data) return []
    return isPlaceholderData ? data.filter(member => fits(member, q)) : data
  }, [data, isPlaceholderData, q])
}
const fits = ({ full_name }: Offered, q: string) => full_name.toLowerCase().includes(q.toLowerCase())

/** As if typed, so that undo restores what was typed before. */
function insert(area: HTMLTextAreaElement, start: number, text: string): void {
  area.focus()
  area.setSelectionRange(start, area.selectionEnd)
  if (document.execCommand('insertText', false, text)) return
  area.setRangeText(text, start, area.selectionEnd, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
}
