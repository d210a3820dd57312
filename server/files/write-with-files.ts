import type { Person, Tx } from '../../database/connection/database.ts'
import type { Services } from '../services.ts'

type NewFile = { name: string; bytes: Buffer; type: string }

/**
 * Stores files and then writes the rows that name them, as this member. No connection is held while a file travels, and what
 * could not be written leaves no file behind.
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
    // Once written, only the commit can have failed, and whether it did nobody knows: the files stay.
    // A store that cannot remove them either is not what the member is told of.
    if (!isWritten) await Promise.allSettled(stored.map(({ name }) => files.remove(name)))
    throw error
  }
}
