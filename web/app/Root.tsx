import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { pageOf } from '../../contract/page-addresses.ts'
import { community } from '../api/boot.ts'
import { keepFocus } from '../ui/keep-focus.ts'
import { focusHeading } from './focus-heading.ts'
import { useShownTitle } from './page-title.ts'

/** The root of every screen: sets the document's title, and moves the focus when the screen changes. */
export function Root() {
  const router = useRouter()
  const screenTitle = useMatches({ select: matches => matches.at(-1)?.staticData.title })
  const { name, prefix } = useShownTitle()
  const title = name ?? screenTitle

  useEffect(() => {
    document.title = prefix + (title ? `${title} · ${community.name}` : community.name)
  }, [prefix, title])

  useEffect(keepFocus, [])

  useEffect(() => {
    let isBack = false
    const stopHistory = router.history.subscribe(({ action: { type } }) => {
      isBack = type === 'BACK' || type === 'GO'
    })
    const stopRouter = router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      const control = document.getElementById(toLocation.state.focus ?? '')
      const focused = control ?? (isBack ? linkTo(fromLocation.pathname) : undefined)
      if (focused) focused.focus({ preventScroll: true })
      else focusHeading()
    })
    return () => {
      stopHistory()
      stopRouter()
    }
  }, [router])
  return <Outlet />
}

/** The link of a list to the row at this address, which the member has left. */
const linkTo = (path: string) =>
  pageOf(path)?.includes(':')
    ? [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].find(({ pathname }) => pathname === path)
    : undefined
