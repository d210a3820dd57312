import { Search } from 'lucide-react'
import { useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { chunkOf } from '../../../web/app/chunk.ts'
import { openChunk } from '../../../web/app/open-chunk.ts'
import { IconButton } from '../../../web/ui/IconButton.tsx'
import { Kbd } from '../../../web/ui/Kbd.tsx'

const palette = chunkOf(() => import('./SearchPalette.tsx'))

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the search over everything: a field in the header, an icon on phones, and Ctrl+K or Cmd+K on every screen. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const SearchPalette = palette.get().module?.SearchPalette

  /** What is typed after the shortcut, until the search has the focus. */
  const early = useRef<string>(undefined)

  async function open() {
    const isLoaded = await openChunk(palette, 'The search could not be loaded')
    // In a dialog, such as a form that is being filled in, it does not open, not even if it was wanted before that.
    if (isLoaded && !document.querySelector('[data-modal]')) setOpen(true)
    else early.current = undefined
  }
  const onShortcut = useEffectEvent((event: KeyboardEvent) => {
    // So that the letters after the shortcut are typed into the search.
    if (event.key === 'Control' || event.key === 'Meta') void palette.fetch()
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    if (isShortcut && event.key.toLowerCase() === 'k') {
      if (isOpen) close()
      else {
        early.current = ''
        void open()
      }
    } else if (early.current !== undefined && !isShortcut && event.key.length === 1) early.current += event.key
    else return
    event.preventDefault()
  })
  // Before the first paint: a key may be pressed as soon as the page is shown, and passive effects run later.
  useLayoutEffect(() => {
    document.addEventListener('keydown', onShortcut)
    return () => document.removeEventListener('keydown', onShortcut)
  }, [])

  const button = {
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    onPointerEnter: palette.fetch,
    onClick: () => void open(),
  } as const
  const keys = isApple ? '⌘ K' : 'Ctrl K'
  return (
    <>
      <button
        type="button"
        {...button}
        aria-keyshortcuts="Control+K Meta+K"
        className="hidden h-9 w-full pointer-coarse:h-11 max-w-80 items-center lg:mx-auto gap-2 rounded-control border border-line bg-surface px-3 text-sm text-muted transition-colors hover:border-edge hover:text-ink sm:flex"
      >
        <Search aria-hidden size={16} className="shrink-0" />
        <span className="flex-1 truncate text-left">Search</span>
        <span aria-hidden>
          <Kbd>{keys}</Kbd>
        </span>
      </button>
      <span className="sm:hidden">
        <IconButton icon={Search} label="Search" {...button} />
      </span>
      {isOpen && SearchPalette && <SearchPalette early={early} onClose={close} />}
    </>
  )
}
