import { say } from '../scripts/command-line.ts'
import { slowest } from './killed.ts'
import type { Part } from './part.ts'
import { inWords, type Round, repeat } from './round.ts'

/** The ways to stop PostgreSQL: fast, smart (waits until all connections are closed) and immediate. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGQUIT'] as const

const EVENTS = SIGNALS.map(signal => ({
  name: `stopped PostgreSQL with ${signal}`,
  run: (_: unknown, postmaster: number) => process.kill(postmaster, signal),
}))

export const restarts: Part = {
  promise:
    'When PostgreSQL is stopped by SIGINT, SIGTERM or SIGQUIT while members write, the same server process starts it again and serves; no acknowledged write is lost or doubled.',
  rounds: 50,
  async prove(rounds) {
    const all = await stopRepeatedly(rounds, round => say(inWords(round)))
    const right = all.filter(({ isRight }) => isRight).length
    return {
      passed: right === rounds,
      found: `${right} of ${rounds} stops good, served again after at most ${slowest(all)}`,
    }
  },
}

export const stopRepeatedly = (rounds: number, onRound?: (round: Round) => void) =>
  repeat({ rounds, writers: 4, events: EVENTS, onRound })
