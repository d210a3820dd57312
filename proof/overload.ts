import { setTimeout as sleep } from 'node:timers/promises'
import type { Asked } from '../bench/raw-http.ts'
import { say } from '../scripts/command-line.ts'
import { register } from './member.ts'
import { type Answer, openLoad } from './open-load.ts'
import type { Part } from './part.ts'
import { type Server, withServer } from './server.ts'

const MEMBERS = 32
const PEAK_SECONDS = 10
/** So many times what the server can do. */
const TIMES = 5
/** Waiting at once while the peak is measured. The best of them counts. */
const AT_ONCE = [16, 32, 64]
/** For how long answers must be normal before the server counts as recovered. */
const CALM_MS = 1000

export const overload: Part = {
  promise:
    'At five times the requests that the server can answer, it answers as many as it can, tells the rest 503 with Retry-After, and is as quick as before soon after (aims: p99 of those answered 1 s, 90 % of the peak, 5 s).',
  rounds: 60,
  prove: rounds => withServer(server => prove(server, rounds)),
}

async function prove(server: Server, seconds: number) {
  const cookies: string[] = []
  for (let i = 0; i < MEMBERS; i++) cookies.push(await register(server.url))
  const topics = await writeTopics(server, cookies)
  // Reads of lists and of one topic, and one write of ten.
  const ask = (n: number): Asked => {
    const cookie = cookies[n % MEMBERS] as string
    const topic = topics[n % topics.length]
    if (n % 10 === 0)
      return { method: 'POST', path: `/api/posts/${topic}/comments`, cookie, body: { content: `Reply ${n}` } }
    return {
      method: 'GET',
      path: ['/api/posts', `/api/posts/${topic}`, '/api/members', `/api/posts/${topic}/comments`][n % 4] as string,
      cookie,
    }
  }
  const load = openLoad(server.url, ask)

  await load.atOnce(16, 5)
  const calm = quantile(await load.atOnce(1, 3), 0.99)
  let peak = 0
  for (const count of AT_ONCE) {
    const rate = good(await load.atOnce(count, PEAK_SECONDS)).length / PEAK_SECONDS
    say(`${count} requests at once: ${Math.round(rate)} answered a second`)
    peak = Math.max(peak, rate)
  }
  await load.open()
  const answers = await load.perSecond(TIMES * peak, seconds)
  const recovered = await secondsUntilCalm(() => load.atOnce(1, 0.2), calm)
  load.close()

  const answered = good(answers)
  const refused = answers.filter(isRefused)
  const wrong = answers.filter(answer => !isGood(answer) && !isRefused(answer))
  const rate = answered.length / seconds
  return {
    passed: wrong.length === 0 && recovered !== null && server.isAlive(),
    found:
      `peak ${Math.round(peak)} a second; ${answers.length} requests in ${seconds} s: ${answered.length} answered (${Math.round((100 * rate) / peak)} % of the peak), p50 ${inMs(answered, 0.5)}, p99 ${inMs(answered, 0.99)}; ` +
      `${refused.length} refused, p99 ${inMs(refused, 0.99)}; ${wrong.length} with another answer or none${inWords(wrong)}; ` +
      `${recovered === null ? 'not normal again within 30 s' : `normal again after ${recovered.toFixed(1)} s`}`,
  }
}

async function writeTopics({ url }: Server, cookies: string[]): Promise<number[]> {
  const ids: number[] = []
  for (const cookie of cookies) {
    const answer = await fetch(`${url}/api/posts`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Payroll', content: 'Who does it? '.repeat(20) }),
    })
    ids.push(((await answer.json()) as { id: number }).id)
  }
  return ids
}

const isGood = ({ status }: Answer) => status >= 200 && status < 300
const isRefused = ({ status, retryAfter }: Answer) => status === 503 && retryAfter
const good = (answers: Answer[]) => answers.filter(isGood)

function quantile(answers: Answer[], share: number): number {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
}
const inMs = (answers: Answer[], share: number) => `${Math.round(quantile(answers, share))} ms`

/** The number of answers of each kind. */
function inWords(answers: Answer[]): string {
  const counts = new Map<string, number>()
  for (const { status, failure } of answers) {
    const kind = failure ?? String(status)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return counts.size ? ` (${[...counts].map(([kind, count]) => `${count} ${kind}`).join(', ')})` : ''
}

/** When one request after the other began to be answered about as quickly as before; null if that takes too long. */
async function secondsUntilCalm(probe: () => Promise<Answer[]>, calmMs: number): Promise<number | null> {
  const began = performance.now()
  let calmSince: number | null = null
  while (performance.now() - began < 30_000) {
    const at = performance.now()
    const answers = await probe()
    const isCalm = good(answers).length === answers.length && quantile(answers, 0.5) <= calmMs
    calmSince = isCalm ? (calmSince ?? at) : null
    if (calmSince !== null && performance.now() - calmSince > CALM_MS) return (calmSince - began) / 1000
    await sleep(10)
  }
  return null
}
