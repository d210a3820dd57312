import { COPIES } from '../../contract/offline-copies.ts'

let opened: Promise<IDBDatabase> | undefined

/** The database of the copies: `owner` has one row, `replies` one for each address. */
export function openCopies(): Promise<IDBDatabase> {
  opened ??= open().catch(error => {
    opened = undefined
    throw error
  })
  return opened
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(COPIES, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('owner')
    request.result.createObjectStore('replies', { keyPath: 'url' }).createIndex('at', 'at')
  }
  const database = await resultOf(request)
  const forget = () => {
    opened = undefined
  }
  database.onclose = forget
  // Somebody signed out: the database is deleted as soon as no tab has it open.
  database.onversionchange = () => {
    database.close()
    forget()
  }
  return database
}

/** The result of a request as a promise. */
export const resultOf = <T = unknown>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
