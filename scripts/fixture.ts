import { makeFixture } from '../tests/fixtures/schemas/fixture.ts'
import { startTestPostgres } from '../tests/setup/postgres.ts'
import { runCommand, say } from './command-line.ts'

/** `npm run fixture`: writes a small database of today's schema, which every later release must be able to upgrade. */
await runCommand(async () => {
  const { adminUrl, stop } = await startTestPostgres()
  try {
    say(`${await makeFixture(adminUrl)} is written. Commit it together with the step.`)
  } finally {
    await stop()
  }
})
