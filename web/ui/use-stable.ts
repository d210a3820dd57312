import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that is the same in every rendering, so that memoised rows of a list are not rendered again. It calls the latest one. */
export function useStable<Args extends unknown[], Result>(latest: (...args: Args) => Result) {
  const ref = useRef(latest)
  useLayoutEffect(() => {
    ref.current = latest
  })
  return useCallback((...args: Args) => ref.current(...args), [])
}
