import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { attachEmbedded } from '../database/embedded/embedded.ts'
import { say } from '../scripts/command-line.ts'
import type { Pause } from './hostile/event-loop.ts'
import { fuzz, type Sent } from './hostile/fuzz.ts'
import { type Members, setUpMembers } from './hostile/members.ts'
import { asCurl, makeSend } from './hostile/send.ts'
import type { Part } from './part.ts'
import { type Server, withServer } from './server.ts'

const LONG_MS = 100
const REPEATS = 3

export const limits = Object.fromEntries(
  [
    'SIGN_IN_PER_MINUTE',
    'SIGN_IN_PER_HOUR',
    'RESET_PER_HOUR',
    'ACCOUNT_MAILS_PER_HOUR',
    'UPLOADS_PER_HOUR',
    'ENROLMENTS_PER_HOUR',
    'STREAMS',
  ].map(name => [`LIMIT_${name}`, '1000000']),
)

export const hostileInput: Part = {
  promise:
    "Requests made from the OpenAPI document (valid, nearly valid, hostile) by members, an unconfirmed one and visitors get no 5xx, no reply outside its contract and no secret of another member, and none blocks the event loop for 100 ms: the requests in progress during a pause with 100 ms of the server's own processor time, garbage collection aside, are sent again alone; one that pauses it so each of three times fails.",
  rounds: 100_000,
  async prove(rounds) {
    const folder = mkdtempSync(join(tmpdir(), 'community-proof-pauses-'))
    const pausesFile = join(folder, 'pauses')
    const preload = join(import.meta.dirname, 'hostile/event-loop.ts')
    const settings = {
      ...limits,
      EMAIL_CONFIRMATION: 'on',
      NODE_OPTIONS: `--import=${preload}`,
      PAUSES_FILE: pausesFile,
    }
    try {
      return await withServer(server => attack(server, rounds, () => pausesIn(pausesFile)), settings)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function attack(server: Server, rounds: number, pauses: () => Pause[]) {
  const { ownerUrl } = (await attachEmbedded(server.dataDir)) ?? { ownerUrl: '' }
  const members = await setUpMembers(server.url, ownerUrl)
  const seed = Number(process.env.HOSTILE_SEED ?? randomInt(1_000_000_000))
  say(`Seed ${seed} (HOSTILE_SEED repeats it)`)
  const began = Date.now()
  const suspects: Sent[] = []
  const sent: Sent[] = []
  let checked = 0
  const { failures, statuses, busy, uncovered } = await fuzz(members, rounds, seed, one => {
    sent.push(one)
    if (sent.length % 5000 === 0) say(`${sent.length} requests`)
    if (sent.length % 500 === 0) suspect()
  })
  /** Keeps the requests that were open during a long pause of the server's own work, not one of garbage collection or of a busy machine. */
  function suspect() {
    const all = pauses().filter(({ from }) => from > began)
    for (const { from, to } of all.slice(checked).filter(isOwn))
      suspects.push(...sent.filter(one => one.from < to && one.to > from))
    checked = all.length
  }
  suspect()
  const all = pauses().filter(({ from }) => from > began)
  const long = all.filter(({ milliseconds }) => milliseconds > LONG_MS)
  const own = all.filter(isOwn)
  for (const pause of own) say(`Pause ${inWords(pause)}`)
  const blocking = await repeat(members, suspects, pauses)
  for (const { problem, curl, seed: at } of failures) say(`\n${problem}\n  ${curl}\n  seed ${at}`)
  for (const line of blocking) say(line)
  say(`Statuses ${JSON.stringify(statuses)}`)
  const worst = all.toSorted((a, b) => b.cpu - b.gc - (a.cpu - a.gc))[0]
  await members.close()
  return {
    passed: failures.length + blocking.length === 0 && server.isAlive(),
    found:
      `${Object.values(statuses).reduce((sum, count) => sum + count, 0)} requests (seed ${seed}), ${failures.length} wrong answers, ` +
      `${busy} told to retry; ${long.length} pauses over ${LONG_MS} ms, ${own.length} of them by the server's own work, ${blocking.length} repeatable` +
      (worst ? `; the worst ${inWords(worst)}` : '') +
      `; operations never accepted: ${uncovered.join(', ') || 'none'}`,
  }
}

const isOwn = ({ cpu, gc }: Pause) => cpu - gc > LONG_MS

const inWords = ({ milliseconds, cpu, gc }: Pause) =>
  `${Math.round(milliseconds)} ms (${Math.round(cpu)} ms of the processor, ${Math.round(gc)} ms of them garbage collection)`

/** Sends each suspect again, alone: only a pause that the same request causes each time is its fault. */
async function repeat(members: Members, suspects: Sent[], pauses: () => Pause[]): Promise<string[]> {
  const { send, close } = makeSend(members.url)
  const blocking: string[] = []
  for (const { request } of suspects) {
    let times = 0
    for (let i = 0; i < REPEATS; i++) {
      await members.renew(request.caller)
      const before = pauses().length
      await send(request, members.cookies[request.caller]).catch(() => undefined)
      await sleep(50)
      if (pauses().slice(before).some(isOwn)) times++
    }
    if (times === REPEATS) blocking.push(`Blocks the event loop each time:\n  ${asCurl(members.url, request)}`)
  }
  close()
  return blocking
}

const pausesIn = (file: string): Pause[] => {
  try {
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as Pause)
  } catch {
    return []
  }
}
