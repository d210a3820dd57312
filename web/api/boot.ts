import type { Identity } from '../../contract/identity.ts'

/**
 * The page carries who is signed in and the first screen's data, so that the first paint needs no further request.
 * Without it (another host serves the page, or the session is unknown) the browser asks.
 */
export type Boot = {
  community: { name: string; time_zone: string }
  /** Whether /ui shows all components: not in production. */
  gallery?: boolean
  identity?: Identity
  /** The browser came with a session that is no longer good. */
  ended?: boolean
  /** How far the community's changes had come when the page was made: a token that only the server can read. */
  live?: string
  /** Replies under 'GET /api/profile?…': method, space, address. */
  data: Record<string, unknown>
  /** Of those that are lists: the `after` of the next page. */
  next: Record<string, string>
}

const nobody: Boot = { community: { name: 'The Community', time_zone: 'America/Chicago' }, data: {}, next: {} }

export function readBoot(page: Pick<Document, 'getElementById'> | undefined): Boot {
  const text = page?.getElementById('boot')?.textContent
  try {
    return { ...nobody, ...(text ? (JSON.parse(text) as Partial<Boot>) : {}) }
  } catch {
    return nobody
  }
}

const boot = readBoot(globalThis.document)
// It holds the member's data, and the page may stay open after the member has signed out.
globalThis.document?.getElementById('boot')?.remove()
const arrived = Date.now()

export const community = boot.community
export const bootIdentity = boot.identity
export const bootEnded = boot.ended === true
export const bootCursor = boot.live
export const hasGallery = boot.gallery === true

/** Each reply serves once: afterwards the cache has it, and must not be answered from the old page again. */
export function takeBootData(name: string): { data: unknown; at: number; next?: string } | undefined {
  if (!(name in boot.data)) return undefined
  const data = boot.data[name]
  delete boot.data[name]
  return { data, at: arrived, next: boot.next[name] }
}

/** Whoever signs in next must not meet the data of who was here before. */
export function forgetBootData() {
  boot.data = {}
  boot.next = {}
}
