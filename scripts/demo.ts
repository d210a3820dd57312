import { DEMO_EMAIL } from '../features/members/demo.ts'
import { buildWeb } from './build.ts'
import { fillWhenEmpty, PASSWORD, serveDemoFrom } from './demo/community.ts'
import { plainly, say } from './plainly.ts'

/** `npm run demo`: a lively community in a folder of its own. DATA_DIR does not count: it may be a real community's. */
serveDemoFrom(process.env.DEMO_DATA_DIR || './demo-data')

await plainly(async () => {
  await buildWeb(say)
  await fillWhenEmpty()
  const { main } = await import('../server/main.ts')
  const { url } = await main({ say })
  say(`\nThe demo community is at ${url}\nSign in as ${DEMO_EMAIL} with the password ${PASSWORD}`)
})
