import { Search, X } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import { inWords, MAX_SEARCH } from '../../contract/text.ts'
import { Kbd } from './Kbd.tsx'

const isTyping = (element: Element | null) =>
  element instanceof HTMLElement && (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName))

/** Searches the list of the screen. The key '/' focuses it from anywhere on the screen. */
export function SearchBox({
  value,
  onChange,
  placeholder,
  label = placeholder,
}: {
  value: string
  onChange: (value: string) => void
  placeholder: string
  label?: string
}) {
  const input = useRef<HTMLInputElement>(null)
  const noteId = useId()
  const isTooLong = value.trim().length > MAX_SEARCH

  // Before the first paint: a key may be pressed as soon as the field is shown, and passive effects run later.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(document.activeElement))
        return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  const clear = () => {
    onChange('')
    input.current?.focus()
  }

  return (
    <div className="group relative w-full">
      <Search
        aria-hidden
        size={16}
        className="pointer-events-none absolute top-3 left-3 text-muted pointer-coarse:top-3.5"
      />
      <input
        ref={input}
        type="search"
        dir="auto"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        aria-describedby={isTooLong ? noteId : undefined}
        onChange={event => onChange(event.target.value)}
        onKeyDown={event => event.key === 'Escape' && value && clear()}
        className="control pr-11 pl-9"
      />
      <span className="absolute top-1 right-1 grid size-8 place-items-center pointer-coarse:top-0 pointer-coarse:right-0 pointer-coarse:size-11">
        {value ? (
          <button
            type="button"
            aria-label="Clear search"
            onClick={clear}
            className="grid size-full place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden size={16} />
          </button>
        ) : (
          <span aria-hidden="true" className="group-focus-within:hidden pointer-coarse:hidden">
            <Kbd>/</Kbd>
          </span>
        )}
      </span>
      <p id={noteId} aria-live="polite" className="mt-1.5 text-sm text-muted empty:hidden">
        {isTooLong && `Only the first ${inWords(MAX_SEARCH)} characters are searched.`}
      </p>
    </div>
  )
}
