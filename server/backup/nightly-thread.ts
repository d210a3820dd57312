import { parentPort, workerData } from 'node:worker_threads'
import { runNightlyBackup } from './run-backup.ts'

/** Started by nightly.ts. Answers with an empty text, or what went wrong. */
runNightlyBackup(workerData).then(
  () => parentPort?.postMessage(''),
  error => parentPort?.postMessage(error instanceof Error ? error.message : String(error)),
)
