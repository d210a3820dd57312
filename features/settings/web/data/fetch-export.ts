import { refused } from '../../../../web/api/errors.ts'
import { exportAccount } from '../../contract.ts'

/** The only reply that is a file. Fetched, not opened as a link, so that an error can be shown and handled here. */
export async function fetchExport(): Promise<Blob> {
  const answer = await fetch(exportAccount.path, { credentials: 'include' }).catch(() => null)
  if (!answer) throw new Error('The server could not be reached. Please check your connection and try again.')
  if (!answer.ok) throw refused(answer.status, await answer.text())
  const file = await answer.blob()
  if (!exportAccount.files.sends?.includes(file.type))
    throw new Error('The server gave an answer that is not a ZIP file.')
  return file
}
