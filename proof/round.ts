import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPostmaster } from '../database/embedded/postmaster.ts'
import { seconds } from '../scripts/command-line.ts'
import { compare, type Differences } from './recount.ts'
import { type Server, startServer } from './server.ts'
import { type Community, GIVE_UP_MS, isGood, registerWriters, startWriting } from './writers.ts'

export type Round = Differences & {
  /** What happened to the processes: 'killed both'. */
  event: string
  /** Milliseconds from the event until a read and a write were served again; 0: never. */
  servedAgain: number
  acknowledged: number
  /** The number of answers by status; requests without an answer are counted by the name of their error. */
  answers: Record<string, number>
  isRight: boolean
}

/** An event that ends PostgreSQL or the server. `serverEnds`: a new server is started. */
export type Event = {
  name: string
  serverEnds?: boolean
  /** Ends processes: the server, and the postmaster with this id. */
  run: (server: Server, postmaster: number) => Promise<unknown> | unknown
}

export const inWords = ({ event, isRight, servedAgain, acknowledged, lost, doubled, miscounted, answers }: Round) =>
  `${isRight ? 'good' : 'NOT GOOD'}: ${event}, served again after ${seconds(servedAgain)}; ${acknowledged} writes acknowledged, ` +
  `${lost.length} lost, ${doubled.length} doubled, ${miscounted.length} counters wrong; answers ${JSON.stringify(answers)}` +
  [...lost, ...doubled, ...miscounted]
    .slice(0, 5)
    .map(line => `\n  ${line}`)
    .join('')

/** Runs the events in turn, on a server with a data folder of its own. Ends early if the server does not come back. */
export async function repeat(options: {
  rounds: number
  writers: number
  events: readonly Event[]
  prepare?: (dataDir: string) => Promise<unknown>
  onRound?: (round: Round) => void
}): Promise<Round[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'community-proof-'))
  let server = await startServer(dataDir)
  try {
    const community = await registerWriters(server.url, options.writers)
    await options.prepare?.(dataDir)
    const found: Round[] = []
    while (found.length < options.rounds && server.isAlive()) {
      const event = options.events[found.length % options.events.length] as Event
      const round = await runOnce(event, community, {
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

async function runOnce(
  event: Event,
  community: Community,
  { current, restart }: { current: () => Server; restart: () => Promise<void> },
): Promise<Round> {
  const { dataDir } = current()
  const answers: Round['answers'] = {}
  let acknowledged = 0
  let isOver = false
  /** Before this, backends of the former PostgreSQL may still answer. */
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
  const postmaster = () => readPostmaster(join(dataDir, 'postgres'))
  const before = postmaster()?.pid ?? 0
  // kill(0) would signal our own process group.
  if (before <= 0) throw new Error('There is no PostgreSQL to end.')
  const began = performance.now()
  await event.run(current(), before)
  if (event.serverEnds) await restart()
  const goesOn = () => current().isAlive() && performance.now() - began < GIVE_UP_MS
  const isBack = () => {
    const now = postmaster()
    return now?.ready && now.pid !== before
  }
  while (goesOn() && !isBack()) await sleep(5)
  if (isBack()) backAt = performance.now()
  while (goesOn() && !(served.read && served.write)) await sleep(5)
  // Writes go on for a moment before the next event.
  await sleep(200)
  isOver = true
  await writing
  const servedAgain = served.read && served.write ? Math.max(served.read, served.write) - began : 0
  const differences = isBack()
    ? await compare(dataDir, community.ledger)
    : { lost: ['everything: PostgreSQL is not back'], doubled: [], miscounted: [] }
  return { event: event.name, servedAgain, acknowledged, answers, ...differences, isRight: isRight() }

  function isRight() {
    const { lost, doubled, miscounted } = differences
    // 'TypeError': no connection while the server is away. 'gone': deleted by a try whose answer did not arrive.
    const allowed = ['200', '201', '204', '503', 'gone', ...(event.serverEnds ? ['TypeError'] : [])]
    return (
      servedAgain > 0 &&
      acknowledged > 0 &&
      lost.length + doubled.length + miscounted.length === 0 &&
      Object.keys(answers).every(status => allowed.includes(status))
    )
  }
}
