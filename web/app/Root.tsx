import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
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

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        const control = document.getElementById(toLocation.state.focus ?? '')
        if (control) control.focus({ preventScroll: true })
        else focusHeading()
      }),
    [router],
  )
  return <Outlet />
}
