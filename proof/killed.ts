import { say, seconds } from '../scripts/command-line.ts'
import type { Part } from './part.ts'
import { asOwner } from './recount.ts'
import { type Event, inWords, type Round, repeat } from './round.ts'

const WRITERS = 8

const killPostgres: Event = {
  name: 'killed PostgreSQL',
  run: (_, postmaster) => process.kill(postmaster, 'SIGKILL'),
}
/** Its watchdog then stops PostgreSQL. */
const killServer: Event = { name: 'killed the server', serverEnds: true, run: server => server.kill() }
const killBoth: Event = {
  name: 'killed both',
  serverEnds: true,
  run: (server, postmaster) => {
    const ended = server.kill()
    process.kill(postmaster, 'SIGKILL')
    return ended
  },
}
const KILLS = [killPostgres, killServer, killBoth]

export const killed: Part = {
  promise:
    'When PostgreSQL, the server or both are killed with -9 while 8 members write, no acknowledged write is lost, none is doubled, and the counters equal a recount; ' +
    'a server whose PostgreSQL was killed serves again by itself.',
  rounds: 200,
  async prove(rounds) {
    const all = await killRepeatedly(rounds, round => say(inWords(round)))
    const right = all.filter(({ isRight }) => isRight).length
    const writes = all.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
    const times = KILLS.map(({ name }) => {
      const ofKind = all.filter(({ event }) => event === name)
      return `${name} ${median(ofKind)} (at most ${slowest(ofKind)})`
    })
    return {
      passed: right === rounds,
      found: `${right} of ${rounds} rounds good, ${writes} writes acknowledged; served again, median (aim 3 s): ${times.join(', ')}`,
    }
  },
}

export const killRepeatedly = (rounds: number, onRound?: (round: Round) => void) =>
  repeat({ rounds, writers: WRITERS, events: KILLS, onRound })

function median(rounds: Round[]): string {
  const times = rounds.map(({ servedAgain }) => servedAgain).sort((a, b) => a - b)
  return seconds(times[times.length >> 1] ?? 0)
}

export const slowest = (rounds: Round[]) => seconds(Math.max(0, ...rounds.map(({ servedAgain }) => servedAgain)))

export const killedControl: Part = {
  promise:
    "The check of `killed` can fail: with PostgreSQL's setting synchronous_commit=off, which acknowledges before writing to disk, it finds lost writes.",
  rounds: 3,
  async prove(rounds) {
    const all = await repeat({
      rounds,
      writers: WRITERS,
      events: [killPostgres],
      prepare: acknowledgeEarly,
      onRound: round => say(inWords(round)),
    })
    const losing = all.filter(({ lost }) => lost.length > 0)
    const lost = losing.reduce((sum, round) => sum + round.lost.length, 0)
    return { passed: losing.length > 0, found: `${losing.length} of ${rounds} rounds lost writes, ${lost} in total` }
  },
}

/** With the longest delay of the WAL writer, up to ten seconds of writes are only in memory. */
const acknowledgeEarly = (dataDir: string) =>
  asOwner(
    dataDir,
    async query => {
      await query('checkpoint')
      await query('alter system set wal_writer_delay = 10000')
      await query('alter system set wal_writer_flush_after = 2147483647')
      await query('alter system set synchronous_commit = off')
      await query('select pg_reload_conf()')
    },
    'postgres',
  )
