import { expect, test } from 'vitest'
import { killRepeatedly } from '../../proof/killed.ts'

// `npm run proof -- killed` does this 200 times and prints the durations.
test('PostgreSQL, the server and both are killed with -9 in turn while 8 members write: no write is lost or doubled, and counters are right', {
  timeout: 900_000,
}, async () => {
  const rounds = await killRepeatedly(10)
  expect(rounds).toHaveLength(10)
  expect(rounds.filter(({ isRight }) => !isRight)).toEqual([])
})
