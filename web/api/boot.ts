import type { Identity } from '../../contract/identity.ts'

/**
 * The server embeds the identity and the first screen's data in the page as JSON, so that the first paint needs no further
 * request. Without it (another host serves the page, or the session is unknown) the browser fetches them.
 */
type Boot = {
  community: { name: string; time_zone: string; sends_mail: boolean }
  /** Whether /ui shows all components: not in production. */
  gallery?: boolean
  identity?: Identity
  /** The browser sent a session that has expired or was revoked. */
  ended?: boolean
  /** The service worker wrote this page, without network: the identity is the one of the last visit. */
  offline?: boolean
  /** The position in the change stream when the page was rendered: an opaque token. */
  live?: string
  /** Replies by method and URL: 'GET /api/profile?…'. */
  data: Record<string, unknown>
  /** For replies that are lists: the `after` cursor of the next page. */
  next: Record<string, string>
}

const emptyBoot: Boot = {
  community: { name: 'The Community', time_zone: 'America/Chicago', sends_mail: true },
  data: {},
  next: {},
}

export function readBoot(page: Pick<Document, 'getElementById'> | undefined): Boot {
  const text = page?.getElementById('boot')?.textContent
  try {
    return { ...emptyBoot, ...(text ? (JSON.parse(text) as Partial<Boot>) : {}) }
  } catch {
    return emptyBoot
  }
}

const boot = readBoot(globalThis.document)
// Remove the member's data from the DOM: the page may stay open after sign-out.
globalThis.document?.getElementById('boot')?.remove()
const loadedAt = Date.now()

export const community = boot.community
export const bootIdentity = boot.identity
export const bootEnded = boot.ended === true
export const isOfflinePage = boot.offline === true
export const bootCursor = boot.live
export const hasGallery = boot.gallery === true

/** Returns each reply only once: later reads must come from the cache or the server, not from the old page. */
export function takeBootData(name: string): { data: unknown; at: number; next?: string } | undefined {
  if (!(name in boot.data)) return undefined
  const data = boot.data[name]
  delete boot.data[name]
  return { data, at: loadedAt, next: boot.next[name] }
}

/** Drops the embedded data, so that the next member who signs in does not see the previous member's. */
export function forgetBootData() {
  boot.data = {}
  boot.next = {}
}
