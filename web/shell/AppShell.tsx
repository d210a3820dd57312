import { Menu } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { chunkOf } from '../app/chunk.ts'
import { openChunk } from '../app/open-chunk.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { SkipLink } from '../ui/SkipLink.tsx'
import { useIsPhone } from '../ui/use-is-phone.ts'
import { BottomBar } from './BottomBar.tsx'
import { ConnectionMark } from './ConnectionMark.tsx'
import { HeldNotice } from './HeldNotice.tsx'
import { MenuContent, type MenuContentProps } from './MenuContent.tsx'
import { StarMark } from './StarMark.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

const phoneMenu = chunkOf(() => import('./PhoneMenu.tsx'))

/** Where the bell is. Its panel stays open when a phone is turned and the bell moves. */
export type BellPlace = { inBar: boolean; isOpen: boolean; setOpen: (isOpen: boolean) => void }

/** The layout of every signed-in screen: sidebar on wide windows, a menu button on narrow ones, header, content, a bar on phones. */
export function AppShell({
  search,
  bell,
  notice,
  children,
  ...menu
}: MenuContentProps & {
  /** In the header: a field at its start, an icon on phones. */
  search?: ReactNode
  /** At the end of the header, or in the bar at the bottom. */
  bell?: (place: BellPlace) => ReactNode
  /** Above every screen. */
  notice?: ReactNode
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const isPhone = useIsPhone()
  const [isBellOpen, setBellOpen] = useState(false)
  const bellIn = (inBar: boolean) => bell?.({ inBar, isOpen: isBellOpen, setOpen: setBellOpen })
  const PhoneMenu = phoneMenu.get().module?.PhoneMenu

  async function openMenu() {
    if (await openChunk(phoneMenu, 'The menu could not be loaded')) setOpen(true)
  }

  return (
    <div className="pb-(--bar-room) lg:grid lg:grid-cols-[240px_minmax(0,1fr)]">
      <SkipLink />
      <aside aria-label="Sidebar" className="sticky top-0 hidden h-dvh bg-lake lg:block">
        <MenuContent {...menu} />
      </aside>
      <div className="flex min-h-[calc(100dvh-var(--bar-room))] min-w-0 flex-col">
        <header className="@container sticky top-0 z-30 bg-ground pt-[env(safe-area-inset-top)]">
          <div className="flex h-15 items-center gap-x-2 border-b border-line px-4 @max-[18rem]:h-auto @max-[18rem]:min-h-15 @max-[18rem]:flex-wrap lg:px-8">
            <div className="-ml-2 lg:hidden">
              <IconButton
                icon={Menu}
                label="Open menu"
                aria-haspopup="dialog"
                aria-expanded={open}
                onClick={() => void openMenu()}
              />
            </div>
            <div className="flex min-w-0 flex-1 items-center justify-between gap-1 sm:gap-4">
              <span className="flex min-w-0 items-center gap-2 lg:hidden">
                <StarMark size={18} className="shrink-0 text-flag" />
                <span
                  title={menu.communityName}
                  className="line-clamp-2 font-serif text-xl leading-tight max-sm:text-base"
                >
                  {menu.communityName}
                </span>
              </span>
              {search}
            </div>
            <ConnectionMark />
            <ThemeSwitch />
            {!isPhone && <div className="contents max-sm:hidden">{bellIn(false)}</div>}
          </div>
          <HeldNotice className="border-b border-line px-4 py-2 lg:px-8" />
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-[1120px] flex-1 px-4 py-6 outline-none lg:px-8 lg:py-8"
        >
          {notice}
          {children}
        </main>
      </div>
      {isPhone !== false && <BottomBar bell={bellIn(true)} />}
      {open && PhoneMenu && <PhoneMenu {...menu} onClose={close} />}
    </div>
  )
}
