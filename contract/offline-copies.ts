/** The IndexedDB database of the copies for reading offline (web/offline/copies.ts, web/service-worker.js). */
export const COPIES = 'offline-copies'

/** Copies older than seven days are not shown, and are deleted. */
export const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000
