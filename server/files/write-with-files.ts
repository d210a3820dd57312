import type { Person, Tx } from '../../database/connection/database.ts'
import type { Services } from '../services.ts'

type NewFile = { name: string; bytes: Buffer; type: string }

/**
 * Stores files, then writes the rows that name them, as this member. Holds no database connection while files are stored. Removes the
 * files when writing the rows fails.
 */
export async function writeWithFiles<T>(
  { db, files }: Pick<Services, 'db' | 'files'>,
  me: Person,
  stored: NewFile[],
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  let isWritten = false
  try {
    for (const { name, bytes, type } of stored) await files.put(name, bytes, type)
    return await db.asMember(me, async tx => {
      const result = await write(tx)
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
