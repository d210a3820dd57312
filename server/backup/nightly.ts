import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Config } from '../config.ts'

/** Makes the nightly backup in a thread of its own, so that requests do not wait while rows are hashed and compressed. */
export async function backUpInThread(config: Config, signal: AbortSignal): Promise<void> {
  if (config.backup.to === null || signal.aborted) return
  const worker = new Worker(new URL('./nightly-thread.ts', import.meta.url), { workerData: config })
  const stop = () => void worker.terminate()
  signal.addEventListener('abort', stop)
  try {
    const [problem] = (await Promise.race([once(worker, 'message'), once(worker, 'exit')])) as [string | number]
    if (problem !== '') throw new Error(`The nightly backup failed: ${problem}`)
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
