import { useSyncExternalStore } from 'react'

/** Narrower than Tailwind's `sm`. */
const narrow = () => matchMedia('(width < 40rem)')

function subscribe(listener: () => void) {
  const query = narrow()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** For what is rendered at another place on phones. What only looks different uses `max-sm:` classes. Undefined in the build (app/frames.tsx). */
const isPhone = (): boolean | undefined => narrow().matches
export const useIsPhone = () => useSyncExternalStore(subscribe, isPhone, () => undefined)
