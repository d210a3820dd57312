/**
 * Stands in for Vite's preload helper, around every import() of the bundle. A browser never fetches a module again whose import
 * failed once, so nothing is imported before its files are here; asked for with fetch(), what fails can be asked for again.
 */
const asked = new Map<string, Promise<void>>()

/** A file did not come. Asked for again it may. */
export class NotFetched extends Error {}

export async function fetchedImport<T>(load: () => Promise<T>, files: string[] = []): Promise<T> {
  await Promise.all(files.map(file => comes(`/${file}`)))
  return load()
}

function comes(path: string): Promise<void> {
  const known = asked.get(path)
  if (known) return known
  const coming = path.endsWith('.css') ? addStyles(path) : fetchWhole(path)
  asked.set(path, coming)
  coming.catch(() => asked.delete(path))
  return coming
}

async function fetchWhole(path: string): Promise<void> {
  // The page has named it itself.
  if (document.querySelector(`link[rel=modulepreload][href="${path}"]`)) return
  try {
    const answer = await fetch(path)
    await answer.arrayBuffer()
    if (answer.ok) return
  } catch {}
  throw new NotFetched(path)
}

async function addStyles(path: string): Promise<void> {
  if (document.querySelector(`link[rel=stylesheet][href="${path}"]`)) return
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: path })
  const done = new Promise<void>((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => reject(new NotFetched(path))
  })
  document.head.append(link)
  return done.catch(error => {
    link.remove()
    throw error
  })
}
