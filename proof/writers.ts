import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { register } from './member.ts'

/** A request without an answer for this long counts as failed. Long, so that a slow machine does not fail. */
export const GIVE_UP_MS = 120_000

/** What was acknowledged: the last state of each text and of each like. */
export type Ledger = {
  texts: Map<string, 'written' | 'deleted'>
  /** By `<member> <topic>`. */
  likes: Map<string, 'liked' | 'not liked'>
}

/** Rows that exist before the first kill, for replies, comments and likes. */
type Subjects = { topics: number[]; investor: number; request: number }

type Writer = { cookie: string; profile: number; replies: { id: number; text: string }[] }

export type Community = { writers: Writer[]; subjects: Subjects; ledger: Ledger }

type Call = { method: string; path: string; body?: unknown }

/** Registers the members and writes what they write about. */
export async function registerWriters(url: string, members: number): Promise<Community> {
  const ledger: Ledger = { texts: new Map(), likes: new Map() }
  const writers: Writer[] = []
  for (let i = 0; i < members; i++) {
    const cookie = await register(url)
    const profile = await send(url, cookie, { method: 'GET', path: '/api/profile' })
    writers.push({ cookie, profile: idIn(profile.body), replies: [] })
  }
  const [{ cookie } = { cookie: '' }] = writers
  const add = async (path: string, body: unknown) => {
    const { status, body: row } = await send(url, cookie, { method: 'POST', path, body })
    if (status !== 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(row)}`)
    return idIn(row)
  }
  const topics = []
  for (let i = 0; i < 4; i++) topics.push(await add('/api/posts', { title: randomUUID(), content: 'A topic' }))
  const investor = await add('/api/investors', { name: 'An investor', firm: 'A firm' })
  const request = await add('/api/direct-introduction-requests', {
    request_title: 'An introduction',
    context: 'Because we are raising money.',
    your_company: 'A company',
  })
  return { writers, ledger, subjects: { topics, investor, request } }
}

/** One load: all members write until `isOver`, and each write is retried until it is acknowledged, as the browser does. */
export function startWriting(
  { writers, subjects, ledger }: Community,
  options: {
    url: () => string
    isOver: () => boolean
    onAnswer: (status: string, isWrite: boolean, began: number) => void
    /** A topic was acknowledged. `began`: before its first try. */
    onTopic?: (id: number, began: number) => void
  },
): Promise<unknown> {
  const { url, isOver, onAnswer } = options

  /** Null: given up. 404 counts as done if an earlier try may have deleted the row. */
  async function acknowledged(cookie: string, call: Call): Promise<{ body: unknown } | null> {
    const key = randomUUID()
    const giveUp = performance.now() + GIVE_UP_MS
    for (let tries = 1; performance.now() < giveUp; tries++) {
      const began = performance.now()
      const { status, body } = await send(url(), cookie, call, key)
      onAnswer(status === 404 && tries > 1 ? 'gone' : String(status), true, began)
      if (isGood(status) || (status === 404 && tries > 1 && call.method === 'DELETE')) return { body }
      if (typeof status === 'number' && status !== 503) return null
      await sleep(50)
    }
    return null
  }

  const pick = <T>(from: T[]) => from[Math.floor(Math.random() * from.length)] as T

  async function writeText({ cookie }: Writer, path: string, body: (text: string) => unknown) {
    const text = randomUUID()
    const done = await acknowledged(cookie, { method: 'POST', path, body: body(text) })
    if (done) ledger.texts.set(text, 'written')
    return done && { id: idIn(done.body), text }
  }
  const kinds: ((writer: Writer) => Promise<unknown>)[] = [
    async writer => {
      const began = performance.now()
      const topic = await writeText(writer, '/api/posts', title => ({ title, content: 'Text' }))
      if (topic) options.onTopic?.(topic.id, began)
    },
    async writer => {
      const reply = await writeText(writer, `/api/posts/${pick(subjects.topics)}/comments`, content => ({ content }))
      if (reply) writer.replies.push(reply)
    },
    writer =>
      writeText(writer, `/api/investors/${subjects.investor}/comments`, content => ({
        content,
        rating: pick([null, 1, 2, 3, 4, 5]),
        is_private: pick([false, false, true]),
      })),
    writer =>
      writeText(writer, `/api/introduction-requests/${subjects.request}/comments`, comment_text => ({ comment_text })),
    async ({ cookie, profile }) => {
      const topic = pick(subjects.topics)
      const wanted = pick(['liked', 'not liked'] as const)
      const method = wanted === 'liked' ? 'PUT' : 'DELETE'
      if (await acknowledged(cookie, { method, path: `/api/posts/${topic}/like` }))
        ledger.likes.set(`${profile} ${topic}`, wanted)
    },
    async ({ cookie, replies }) => {
      const reply = replies.length > 3 ? replies.shift() : undefined
      if (reply && (await acknowledged(cookie, { method: 'DELETE', path: `/api/comments/${reply.id}` })))
        ledger.texts.set(reply.text, 'deleted')
    },
  ]

  const write = async (writer: Writer, first: number) => {
    for (let i = first; !isOver(); i++) await kinds[i % kinds.length]?.(writer)
  }
  const read = async (path: string) => {
    while (!isOver()) {
      const began = performance.now()
      const { status } = await send(url(), writers[0]?.cookie ?? '', { method: 'GET', path })
      onAnswer(String(status), false, began)
      await sleep(20)
    }
  }
  return Promise.all([...writers.map(write), read('/api/posts'), read('/api/profile')])
}

export const isGood = (status: number | string) => Number(status) >= 200 && Number(status) < 300

/** The status, or the name of the error if there was no answer. */
export async function send(
  url: string,
  cookie: string,
  { method, path, body }: Call,
  key: string = randomUUID(),
): Promise<{ status: number | string; body: unknown }> {
  const headers = { cookie, 'idempotency-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) }
  try {
    const signal = AbortSignal.timeout(GIVE_UP_MS)
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body), signal })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : null }
  } catch (error) {
    return { status: (error as Error).name, body: null }
  }
}

function idIn(row: unknown): number {
  const { id } = (row ?? {}) as { id?: number }
  if (typeof id !== 'number') throw new Error(`An answer without an id: ${JSON.stringify(row)}`)
  return id
}
