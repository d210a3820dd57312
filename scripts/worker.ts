import { plainly, say } from './plainly.ts'

/** `npm run worker`: mails, tidying and whatever else is done later, in a process of its own. */
await plainly(async () => {
  const { runWorker } = await import('../server/worker.ts')
  await runWorker()
  say('Doing the jobs of this community. Ctrl-C stops it.')
})
