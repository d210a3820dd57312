/** The IndexedDB database of the copies for reading offline (web/offline/copies.ts, web/service-worker.js). */
export const COPIES = 'offline-copies'

export const DAY_MS = 24 * 60 * 60 * 1000
/** Older copies are not shown, and deleted. */
export const MAX_AGE_DAYS = 7
