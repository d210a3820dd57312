/**
 * What the core of the app needs of the copies for reading offline. They are kept by web/offline/copies.ts, which is loaded after the
 * first screen.
 */
export type Read = {
  userId: string
  url: string
  /** The reply as JSON. */
  body: string
  /** The cursor of the next page, if it is a list. */
  next?: string
  /** When it was requested. */
  at: number
}
export type Copies = {
  store: (read: Read) => void
  /** The copy of a reply that this member read, if the server is unreachable. */
  find: (userId: string, url: string) => Promise<Read | undefined>
}

let copies: Promise<Copies | undefined> = Promise.resolve(undefined)
/** Reads that happen before the copies are loaded wait for them. */
export const provideCopies = (loading: Promise<Copies | undefined>) => {
  copies = loading
}

let userId = (): string | undefined => undefined
/** Who is signed in: whose copies are stored and found. */
export const provideUser = (current: () => string | undefined) => {
  userId = current
}
export const currentUserId = () => userId()

/** Not if another member has signed in since the read began. */
export function storeCopy(read: Omit<Read, 'userId'>, readBy: string | undefined): void {
  if (readBy !== undefined && readBy === userId())
    void copies.then(loaded => loaded?.store({ ...read, userId: readBy }))
}

export async function findCopy(url: string): Promise<Read | undefined> {
  const current = userId()
  return current === undefined ? undefined : (await copies)?.find(current, url)
}
