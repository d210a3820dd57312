import { useEffect, useState } from 'react'

const read = () => window.location.hash.slice(1)

/** What stands after the hash mark, also when another link to the same page is opened in this tab. */
export function useHash(): string {
  const [hash, setHash] = useState(read)
  useEffect(() => {
    const follow = () => setHash(read())
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return hash
}
