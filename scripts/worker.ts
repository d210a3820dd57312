import { plainly, say } from './plainly.ts'

/** `npm run worker`: runs the jobs (mails, tidying) in a separate process. */
await plainly(async () => {
  const { runWorker } = await import('../server/worker.ts')
  await runWorker()
  say('Doing the jobs of this community. Ctrl-C stops it.')
})
