import { toast } from '../ui/toast.ts'
import type { Chunk } from './chunk.ts'

/** Fetches the chunk of a part that is about to be opened. Undefined if that failed, which a toast has shown. */
export async function openChunk<T>(chunk: Chunk<T>, failedTitle: string): Promise<T | undefined> {
  const { module, failure } = await chunk.fetch()
  if (failure === 'unreachable') toast.error(failedTitle, 'Please check your connection and try again.')
  else if (!module) toast.error('A new version is ready', 'Please reload the page to go on.')
  return module
}
