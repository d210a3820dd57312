import type { SessionUser, Tx } from '../../database/connection/database.ts'
import type { Http } from '../request/http.ts'
import type { Services } from '../services.ts'
import { hashOf, requireAccess } from '../session/session.ts'

type NewFile = { name: string; bytes: Buffer; type: string }

/**
 * Stores files, then writes the rows that name them, as the member of the request. Holds no database connection while files are stored,
 * which may take a minute: so the session is looked up again with the rows, and one that has ended meanwhile writes nothing. Removes the
 * files when writing the rows fails.
 */
export async function writeWithFiles<T>(
  { db, files }: Pick<Services, 'db' | 'files'>,
  { token }: Pick<Http, 'token'>,
  stored: NewFile[],
  write: (tx: Tx, me: SessionUser) => Promise<T>,
): Promise<T> {
  let isWritten = false
  try {
    for (const { name, bytes, type } of stored) await files.put(name, bytes, type)
    return await db.withSession(hashOf(token ?? ''), requireAccess('member'), async (tx, me) => {
      const result = await write(tx, me)
      isWritten = true
      return result
    })
  } catch (error) {
    // After `write`, only the commit can have failed, with an unknown outcome: keep the files.
    // allSettled: the member gets the first error, not one of the removal.
    if (!isWritten) await Promise.allSettled(stored.map(({ name }) => files.remove(name)))
    throw error
  }
}
