import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPostmaster } from '../database/embedded/postmaster.ts'
import { say, seconds } from '../scripts/plainly.ts'
import type { Part } from './part.ts'
import { asOwner, compare, type Differences } from './recount.ts'
import { type Server, startServer } from './server.ts'
import { type Community, GIVE_UP_MS, isGood, settle, startWriting } from './writers.ts'

const WRITERS = 8
const TARGETS = ['PostgreSQL', 'the server', 'both'] as const
type Target = (typeof TARGETS)[number]

export type Round = Differences & {
  target: Target
  /** Milliseconds from the kill until a read and a write were served again; 0: never. */
  servedAgain: number
  acknowledged: number
  /** The number of answers by status; requests without an answer are counted by the name of their error. */
  answers: Record<string, number>
  isRight: boolean
}

export const killed: Part = {
  promise:
    'When PostgreSQL, the server or both are killed with -9 while 8 members write, no acknowledged write is lost, none is doubled, and the counters equal a recount; ' +
    'a server whose PostgreSQL was killed serves again by itself.',
  rounds: 200,
  async prove(rounds) {
    const all = await killRepeatedly({ rounds, targets: TARGETS, onRound: round => say(inWords(round)) })
    const right = all.filter(({ isRight }) => isRight).length
    const times = TARGETS.map(target => {
      const found = all.filter(round => round.target === target).map(({ servedAgain }) => servedAgain)
      return `${target} ${seconds(Math.max(0, ...found))}`
    })
    const writes = all.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
    return {
      passed: right === rounds,
      found: `${right} of ${rounds} rounds good, ${writes} writes acknowledged; served again after at most: ${times.join(', ')}`,
    }
  },
}

export const killedControl: Part = {
  promise:
    "The check of `killed` can fail: with PostgreSQL's setting synchronous_commit=off, which acknowledges before writing to disk, it finds lost writes.",
  rounds: 3,
  async prove(rounds) {
    const all = await killRepeatedly({
      rounds,
      targets: ['PostgreSQL'],
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

const inWords = ({ target, isRight, servedAgain, acknowledged, lost, doubled, miscounted, answers }: Round) =>
  `${isRight ? 'good' : 'NOT GOOD'}: killed ${target}, served again after ${seconds(servedAgain)}; ${acknowledged} writes acknowledged, ` +
  `${lost.length} lost, ${doubled.length} doubled, ${miscounted.length} counters wrong; answers ${JSON.stringify(answers)}` +
  [...lost, ...doubled, ...miscounted]
    .slice(0, 5)
    .map(line => `\n  ${line}`)
    .join('')

/** Kills the targets in turn, on a server with a data folder of its own. Ends early if the server does not come back. */
export async function killRepeatedly(options: {
  rounds: number
  targets: readonly Target[]
  prepare?: (dataDir: string) => Promise<unknown>
  onRound?: (round: Round) => void
}): Promise<Round[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'community-proof-killed-'))
  let server = await startServer(dataDir)
  try {
    const community = await settle(server.url, WRITERS)
    await options.prepare?.(dataDir)
    const found: Round[] = []
    while (found.length < options.rounds && server.isAlive()) {
      const target = options.targets[found.length % options.targets.length] as Target
      const round = await killOnce(target, community, {
        current: () => server,
        restart: async () => {
          server = await startServer(dataDir)
        },
      })
      options.onRound?.(round)
      found.push(round)
    }
    return found
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function killOnce(
  target: Target,
  community: Community,
  { current, restart }: { current: () => Server; restart: () => Promise<void> },
): Promise<Round> {
  const { dataDir } = current()
  const answers: Round['answers'] = {}
  let acknowledged = 0
  let isOver = false
  /** Before this, backends of the killed PostgreSQL may still answer. */
  let backAt = Number.POSITIVE_INFINITY
  const served = { read: 0, write: 0 }
  const writing = startWriting(community, {
    url: () => current().url,
    isOver: () => isOver,
    onAnswer: (status, isWrite, began) => {
      answers[status] = (answers[status] ?? 0) + 1
      if (!isGood(status)) return
      if (isWrite) acknowledged++
      if (began > backAt) served[isWrite ? 'write' : 'read'] ||= performance.now()
    },
  })

  await sleep(300 + Math.random() * 500)
  const before = readPostmaster(join(dataDir, 'postgres'))?.pid ?? 0
  // kill(0) would signal our own process group.
  if (before <= 0) throw new Error('There is no PostgreSQL to kill.')
  const killedAt = performance.now()
  const ended = target === 'PostgreSQL' ? undefined : current().kill()
  if (target !== 'the server') process.kill(before, 'SIGKILL')
  await ended
  if (target !== 'PostgreSQL') await restart()
  const goesOn = () => current().isAlive() && performance.now() - killedAt < GIVE_UP_MS
  const isBack = () => {
    const postmaster = readPostmaster(join(dataDir, 'postgres'))
    return postmaster?.ready && postmaster.pid !== before
  }
  while (goesOn() && !isBack()) await sleep(5)
  backAt = performance.now()
  while (goesOn() && !(served.read && served.write)) await sleep(5)
  // Writes go on for a moment before the next kill.
  await sleep(200)
  isOver = true
  await writing
  const servedAgain = served.read && served.write ? Math.max(served.read, served.write) - killedAt : 0
  const differences = await compare(dataDir, community.ledger)
  return { target, servedAgain, acknowledged, answers, ...differences, isRight: isRight() }

  function isRight() {
    const { lost, doubled, miscounted } = differences
    // 'TypeError': no connection while the server is away. 'gone': deleted by a try whose answer did not arrive.
    const allowed = ['200', '201', '204', '503', 'gone', ...(target === 'PostgreSQL' ? [] : ['TypeError'])]
    return (
      servedAgain > 0 &&
      acknowledged > 0 &&
      lost.length + doubled.length + miscounted.length === 0 &&
      Object.keys(answers).every(status => allowed.includes(status))
    )
  }
}
