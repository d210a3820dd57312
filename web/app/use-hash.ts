import { useEffect, useState } from 'react'

const read = () => window.location.hash.slice(1)

/** The URL's fragment, updated when another link to the same page is opened in this tab. */
export function useHash(): string {
  const [hash, setHash] = useState(read)
  useEffect(() => {
    const update = () => setHash(read())
    window.addEventListener('hashchange', update)
    return () => window.removeEventListener('hashchange', update)
  }, [])
  return hash
}
