import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newClient } from '../database/connection/client.ts'
import { attachEmbedded } from '../database/embedded/embedded.ts'
import { readPostmaster } from '../database/embedded/postmaster.ts'
import { say, seconds } from '../scripts/plainly.ts'
import type { Part } from './part.ts'
import { withServer } from './server.ts'

/** The timeout of a round, long enough for any machine. */
const GIVE_UP_MS = 30_000
const WRITERS = 4
const READS = ['/api/members', '/api/posts', '/api/profile', '/healthz']

export type Round = {
  /** Milliseconds from the kill until PostgreSQL was ready again, and until a read and a write were served again. */
  databaseBack: number
  servedAgain: number
  /** Writes that were acknowledged in this round. */
  acknowledged: number
  /** The number of answers by status; requests without an answer are counted by the name of their error. */
  answers: Record<string, number>
  /** Titles of acknowledged writes that are missing afterwards, or exist twice. */
  lost: string[]
  doubled: string[]
}

export const postgresKilled: Part = {
  promise:
    'When PostgreSQL is killed under write load, the same server process serves again and no acknowledged write is lost or doubled.',
  rounds: 20,
  prove: rounds =>
    withServer(async server => {
      const all = await killPostgres(server, rounds, round => say(inWords(round)))
      const good = all.filter(isGood).length
      const slowest = Math.max(0, ...all.map(({ servedAgain }) => servedAgain))
      return {
        passed: good === rounds && server.isAlive(),
        found: `${good} of ${rounds} rounds good, served again after at most ${seconds(slowest)}`,
      }
    }),
}

const isGood = ({ servedAgain, lost, doubled, answers }: Round) =>
  servedAgain > 0 &&
  lost.length + doubled.length === 0 &&
  Object.keys(answers).every(status => ['200', '201', '503'].includes(status))

const inWords = ({ databaseBack, servedAgain, acknowledged, lost, doubled, answers }: Round) =>
  `PostgreSQL back after ${seconds(databaseBack)}, served again after ${seconds(servedAgain)}; ` +
  `${acknowledged} writes acknowledged, ${lost.length} lost, ${doubled.length} doubled; answers ${JSON.stringify(answers)}`

/**
 * Repeatedly kills the embedded PostgreSQL with -9 while members read and write, and checks after each kill that every acknowledged write
 * exists exactly once. The server needs raised LIMIT_READS_PER_MINUTE, LIMIT_WRITES_PER_MINUTE and LIMIT_REGISTER_PER_HOUR.
 */
export async function killPostgres(
  server: { url: string; dataDir: string; isAlive: () => boolean },
  rounds: number,
  onRound: (round: Round) => void = () => {},
): Promise<Round[]> {
  const cookies = await Promise.all(Array.from({ length: WRITERS }, () => register(server.url)))
  const everything: string[] = []
  const found: Round[] = []
  while (found.length < rounds && server.isAlive()) {
    const round = await killOnce(server, cookies, everything)
    onRound(round)
    found.push(round)
  }
  return found
}

async function killOnce(
  { url, dataDir, isAlive }: Parameters<typeof killPostgres>[0],
  cookies: string[],
  everything: string[],
): Promise<Round> {
  const answers: Round['answers'] = {}
  let acknowledged = 0
  let isOver = false
  /** Before this, backends of the killed PostgreSQL may still answer. */
  let backAt = Number.POSITIVE_INFINITY
  /** When the first read and write that started after the kill were served. */
  const servedAt = { GET: 0, POST: 0 }

  async function ask(path: string, cookie: string, init: RequestInit & { method: 'GET' | 'POST' }) {
    const began = performance.now()
    const headers = { cookie, 'content-type': 'application/json', ...init.headers }
    const status = await fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(GIVE_UP_MS) }).then(
      answer => answer.text().then(() => answer.status),
      error => (error as Error).name,
    )
    answers[status] = (answers[status] ?? 0) + 1
    const isServed = status === 200 || status === 201
    if (isServed && path !== '/healthz' && began > backAt) servedAt[init.method] ||= performance.now()
    return isServed
  }
  const read = async (path: string) => {
    while (!isOver) {
      await ask(path, cookies[0] ?? '', { method: 'GET' })
      await sleep(5)
    }
  }
  /** Retries each topic with the same Idempotency-Key until it is acknowledged, as the browser does. */
  const write = async (cookie: string) => {
    while (!isOver) {
      const title = randomUUID()
      const init = {
        method: 'POST' as const,
        headers: { 'idempotency-key': title },
        body: JSON.stringify({ title, content: 'Written while PostgreSQL is killed' }),
      }
      const giveUp = performance.now() + 2 * GIVE_UP_MS
      while (!(await ask('/api/posts', cookie, init))) {
        if (!isAlive() || performance.now() > giveUp) return
        await sleep(20)
      }
      acknowledged++
      everything.push(title)
    }
  }
  const clients = [...READS.map(read), ...cookies.map(write)]

  await sleep(500 + Math.random() * 500)
  const killed = postmasterOf(dataDir)
  // kill(0) would signal our own process group.
  if (killed.pid <= 0) throw new Error('There is no PostgreSQL to kill.')
  process.kill(killed.pid, 'SIGKILL')
  const killedAt = performance.now()
  const isBack = () => {
    const { pid, ready } = postmasterOf(dataDir)
    return ready && pid !== killed.pid
  }
  const goesOn = () => isAlive() && performance.now() - killedAt < GIVE_UP_MS
  while (goesOn() && !isBack()) await sleep(5)
  backAt = performance.now()
  const databaseBack = backAt - killedAt
  while (goesOn() && !(servedAt.GET && servedAt.POST)) await sleep(5)
  const servedAgain = Math.max(servedAt.GET, servedAt.POST) - killedAt
  // Run under normal conditions before the next kill.
  await sleep(1000)
  isOver = true
  await Promise.all(clients)
  return { databaseBack, servedAgain, acknowledged, answers, ...(await compare(dataDir, everything)) }
}

const postmasterOf = (dataDir: string) =>
  readPostmaster(join(dataDir, 'postgres')) ?? { pid: 0, socketDir: '', ready: false }

/** Compares the acknowledged writes with the database. */
async function compare(dataDir: string, acknowledged: string[]): Promise<Pick<Round, 'lost' | 'doubled'>> {
  const urls = await attachEmbedded(dataDir)
  const owner = newClient({ connectionString: urls?.ownerUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ title: string; count: number }>(
      'select title, count(*)::integer as count from posts group by title',
    )
    const kept = new Map(rows.map(({ title, count }) => [title, count]))
    return {
      lost: acknowledged.filter(title => !kept.has(title)),
      doubled: rows.filter(({ count }) => count > 1).map(({ title }) => title),
    }
  } finally {
    await owner.end()
  }
}

export async function register(url: string): Promise<string> {
  const name = randomUUID().slice(0, 8)
  const answer = await fetch(`${url}/api/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${name}@example.com`,
      password: 'correct horse battery',
      options: { data: { username: name } },
    }),
  })
  if (answer.status !== 201) throw new Error(`A member could not register: ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
}
