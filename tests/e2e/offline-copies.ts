import type { Person } from './fixtures.ts'

/** The addresses of the copies for reading offline in this browser, and whose they are. Null if there are none. */
export const copies = ({ page }: Person) =>
  page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const opening = indexedDB.open('offline-copies')
    // There is none: do not create it.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    const database = await resultOf(opening).catch(() => null)
    if (!database) return null
    const stores = database.transaction(['owner', 'replies'])
    const owner = await resultOf(stores.objectStore('owner').get('owner'))
    const urls = (await resultOf(stores.objectStore('replies').getAllKeys())).map(String)
    database.close()
    return owner || urls.length > 0 ? { email: owner?.identity.user.email as string | undefined, urls } : null
  })
