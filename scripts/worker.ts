import { runCommand, say } from './command-line.ts'

/** `npm run worker`: runs the jobs (mails, tidying) in a separate process. */
await runCommand(async () => {
  const { runWorker } = await import('../server/worker.ts')
  await runWorker()
  say('Doing the jobs of this community. Ctrl-C stops it.')
})
