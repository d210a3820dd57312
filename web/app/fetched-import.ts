/**
 * Replaces Vite's preload helper around every import() of the bundle. A browser does not retry a module whose import() failed once,
 * so fetch() the files first: a failed fetch can be retried.
 */
const requested = new Map<string, Promise<void>>()

/** A file could not be fetched; a retry may succeed. */
export class NotFetched extends Error {}

export async function fetchedImport<T>(load: () => Promise<T>, files: string[] = []): Promise<T> {
  await Promise.all(files.map(file => fetchFile(`/${file}`)))
  return load()
}

function fetchFile(path: string): Promise<void> {
  const known = requested.get(path)
  if (known) return known
  const pending = path.endsWith('.css') ? addStyles(path) : fetchWhole(path)
  requested.set(path, pending)
  pending.catch(() => requested.delete(path))
  return pending
}

async function fetchWhole(path: string): Promise<void> {
  // The HTML preloads it already.
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
