import { DEMO_EMAIL } from '../features/members/demo.ts'
import { buildWeb } from './build.ts'
import { runCommand, say } from './command-line.ts'
import { fillWhenEmpty, PASSWORD, serveDemoFrom } from './demo/community.ts'

/** `npm run demo`: a filled community in its own folder. Ignores DATA_DIR, which may contain a real community. */
serveDemoFrom(process.env.DEMO_DATA_DIR || './demo-data')

await runCommand(async () => {
  await buildWeb(say)
  await fillWhenEmpty()
  const { main } = await import('../server/main.ts')
  const { url } = await main({ say })
  say(`\nThe demo community is at ${url}\nSign in as ${DEMO_EMAIL} with the password ${PASSWORD}`)
})
