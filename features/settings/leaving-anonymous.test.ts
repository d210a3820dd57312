import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { startJobs } from '../../server/jobs/jobs.ts'
import { removeAtRandomMoment, removeOneDue } from '../../server/jobs/removing.ts'
import { openStream } from '../../tests/server/stream.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createReply, createTopic, deleteReply, deleteTopic, likeTopic } from '../forum/contract.ts'
import { commands } from '../operator/commands.ts'

/** Bob watches all that a member can watch, while Lea, who wrote in her name and anonymously, leaves. */
let server: TestServer
let url: string
let bob: Member
beforeEach(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  url = await server.listen()
  bob = await server.member('Bob')
})
afterEach(() => server.close())

type Item = { kind: 'posts' | 'comments'; id: number }
const leave = (who: Member, content: 'remove' | 'anonymise') =>
  who.tries('POST', '/api/account/delete', { password: PASSWORD, content })

async function writings() {
  const lea = await server.member('Lea')
  const topic = (title: string, is_anonymous = false) =>
    lea.does(createTopic, { title, content: `${title}?`, is_anonymous })
  const named = {
    lonely: await topic('Lonely'),
    answered: await topic('Answered'),
    self: await topic('Answers herself'),
  }
  const unnamed = {
    lonely: await topic('Secretly lonely', true),
    answered: await topic('Secretly answered', true),
    liked: await topic('Secretly liked', true),
  }
  for (const one of [named.answered, unnamed.answered]) await bob.does(createReply, { id: one.id, content: 'Indeed' })
  await bob.does(likeTopic, { id: unnamed.liked.id })
  const bobs = await bob.does(createTopic, { title: 'Of Bob', content: 'Bob asks' })
  const other = await bob.does(createTopic, { title: 'Also of Bob', content: 'Bob asks again' })
  const reply = await lea.does(createReply, { id: bobs.id, content: 'Lea answers' })
  await lea.does(likeTopic, { id: bobs.id })
  const hidden = await lea.does(createReply, { id: other.id, content: 'Somebody answers', is_anonymous: true })
  const toSelf = await lea.does(createReply, { id: named.self.id, content: 'Somebody agrees', is_anonymous: true })
  const anonymous: Item[] = [
    ...Object.values(unnamed).map(({ id }) => ({ kind: 'posts' as const, id })),
    ...[hidden, toSelf].map(({ id }) => ({ kind: 'comments' as const, id })),
  ]
  return { lea, named, unnamed, reply, bobs, other, hidden, toSelf, anonymous }
}

/** What Bob can see of these items: each as the API gives it, and as it stands in its table, down to who wrote the row last. */
async function seen(items: Item[]) {
  const found: unknown[] = []
  for (const { kind, id } of items) {
    const table = kind === 'posts' ? sql`posts` : sql`comments`
    const [row] = await bob.sql<{ post_id?: number }>(sql`select t.*, xmin::text from ${table} t where id = ${id}`)
    const path = kind === 'posts' ? `/api/posts/${id}` : `/api/posts/${row?.post_id}/comments`
    const answer = await bob.asks('GET', path)
    const api = kind === 'posts' ? answer.json : (answer.json as { id: number }[])?.find?.(one => one.id === id)
    found.push({ row, api })
  }
  return found
}

async function watching() {
  const stream = await openStream(url, bob.cookies)
  await expect.poll(() => stream.messages.length, { timeout: 10_000 }).toBeGreaterThan(0)
  let heard = stream.messages.length
  return {
    ...stream,
    position: stream.messages.at(-1)?.id ?? '',
    /** All that was told since the last time, up to something that Bob does now. */
    async news() {
      const { id } = await bob.does(createTopic, { title: 'Until here', content: 'And no further' })
      const isThere = () => stream.changes.some(one => one.kind === 'posts' && one.id === id)
      await expect.poll(isThere, { timeout: 10_000 }).toBe(true)
      const told = stream.messages.slice(heard).flatMap(one => one.changes)
      heard = stream.messages.length
      return told.filter(one => one.id !== id).map(one => `${one.kind} ${one.op} ${one.id}`)
    },
  }
}

async function replayed(since: string) {
  const stream = await openStream(url, bob.cookies, {}, `?since=${since}`)
  await expect.poll(() => stream.messages.length, { timeout: 10_000 }).toBeGreaterThan(0)
  await stream.close()
  expect(stream.messages[0]?.event).toBe('message')
  return stream.changes.map(one => `${one.kind} ${one.op} ${one.id}`)
}

const about = (items: Item[], told: string[]) =>
  told.filter(one => items.some(({ kind, id }) => new RegExp(`^${kind} \\w+ ${id}$`).test(one)))

const pending = () =>
  server.owner.rows<{ kind: string; id: number; days: number }>(sql`
    select kind, id, (extract(epoch from due_at - now()) / 86400)::float8 as days from pending_removals order by kind desc, id`)

/** Lets the time of one piece come, and removes what is due. */
async function comes(kind: string, id: number) {
  await server.owner.run(
    sql`update pending_removals set due_at = now() - interval '1 minute' where kind = ${kind} and id = ${id}`,
  )
  expect(await removeOneDue(server.db)).toBe(true)
  expect(await removeOneDue(server.db)).toBe(false)
}

test('leaving with one’s words: nothing that Bob can watch ties what was anonymous to who has left', async () => {
  const { lea, named, reply, anonymous } = await writings()
  const before = await seen(anonymous)
  await server.owner.run(sql`update live_changes set at = at - interval '1 minute'`)
  const bobs = await watching()
  expect(await leave(lea, 'remove')).toBe(204)

  const told = await bobs.news()
  expect(told).toEqual(
    expect.arrayContaining([
      `posts delete ${named.lonely.id}`,
      `posts update ${named.answered.id}`,
      `comments delete ${reply.id}`,
    ]),
  )
  expect(about(anonymous, told)).toEqual([])
  expect(about(anonymous, await replayed(bobs.position))).toEqual([])
  expect(await seen(anonymous)).toEqual(before)
  // Her own anonymous reply counts as somebody else's: her topic stays for it, as it would for any other.
  for (const kept of [named.answered, named.self])
    expect(await bob.reads(`/api/posts/${kept.id}`)).toMatchObject({
      title: 'Deleted topic',
      content: 'The text of this topic was deleted.',
      updated_at: kept.created_at,
      version: 1,
      comments_count: 1,
    })
  expect(await bob.asks('GET', '/api/posts').then(({ text }) => text)).not.toMatch(/left/i)
  for (const table of [sql`anonymous_post_authors`, sql`anonymous_comment_authors`])
    expect(await server.owner.rows(sql`select * from ${table}`)).toEqual([])
  await expect(bob.sql(sql`select * from pending_removals`)).rejects.toMatchObject({ code: '42501' })
  await bobs.close()
})

test('within seven days it goes, piece by piece, each as if its author had deleted it', async () => {
  const { lea, named, unnamed, other, hidden, toSelf, anonymous } = await writings()
  const carol = await server.member('Carol')
  const hers = {
    topic: await carol.does(createTopic, { title: 'Of Carol', content: 'Secret', is_anonymous: true }),
    reply: await carol.does(createReply, { id: other.id, content: 'Secret', is_anonymous: true }),
  }
  expect(await leave(lea, 'remove')).toBe(204)
  const waiting = await pending()
  expect(waiting.map(({ kind, id }) => ({ kind: `${kind}s`, id }))).toEqual(anonymous)
  expect(waiting.filter(({ days }) => days < 0 || days > 7)).toEqual([])
  expect(new Set(waiting.map(({ days }) => days)).size).toBe(5)
  expect(await removeOneDue(server.db)).toBe(false)

  // What Carol's own deleting looks like.
  const bobs = await watching()
  await carol.does(deleteReply, { id: hers.reply.id })
  expect(await bobs.news()).toEqual([`comments delete ${hers.reply.id}`, `posts update ${other.id}`])
  await carol.does(deleteTopic, { id: hers.topic.id })
  expect(await bobs.news()).toEqual([`posts delete ${hers.topic.id}`])

  const rest = [...anonymous]
  const goes = async (kind: string, id: number) => {
    rest.splice(
      rest.findIndex(one => one.kind === `${kind}s` && one.id === id),
      1,
    )
    const before = await seen(rest)
    await comes(kind, id)
    expect(await seen(rest)).toEqual(before)
    return bobs.news()
  }
  expect(await goes('comment', hidden.id)).toEqual([`comments delete ${hidden.id}`, `posts update ${other.id}`])
  expect(await goes('post', unnamed.answered.id)).toEqual([`posts update ${unnamed.answered.id}`])
  expect(await goes('post', unnamed.liked.id)).toEqual([`posts delete ${unnamed.liked.id}`])
  expect(await goes('comment', toSelf.id)).toEqual([`comments delete ${toSelf.id}`, `posts update ${named.self.id}`])
  expect(await goes('post', unnamed.lonely.id)).toEqual([`posts delete ${unnamed.lonely.id}`])
  expect(await pending()).toEqual([])

  // A topic that stays blank looks like one that had a name, and does not say since when.
  const {
    id: _,
    created_at,
    updated_at,
    ...blank
  } = await bob.reads<typeof named.answered>(`/api/posts/${unnamed.answered.id}`)
  expect(updated_at).toBe(created_at)
  expect(await bob.reads(`/api/posts/${named.answered.id}`)).toMatchObject(blank)
  await bobs.close()
})

test('leaving without one’s name: what was named changes at once, what was anonymous does not', async () => {
  const { lea, named, reply, anonymous } = await writings()
  const before = await seen(anonymous)
  await server.owner.run(sql`update live_changes set at = at - interval '1 minute'`)
  const bobs = await watching()
  expect(await leave(lea, 'anonymise')).toBe(204)
  const told = await bobs.news()
  expect(told).toEqual(expect.arrayContaining([`posts update ${named.lonely.id}`, `comments update ${reply.id}`]))
  expect(about(anonymous, told)).toEqual([])
  expect(about(anonymous, await replayed(bobs.position))).toEqual([])
  expect(await seen(anonymous)).toEqual(before)
  expect(await pending()).toEqual([])
  expect(await server.owner.rows(sql`select * from anonymous_post_authors`)).toEqual([])
  await bobs.close()
})

test.each(['remove', 'anonymise'] as const)(
  'hidden meanwhile (%s): shown again, a topic misses what was named, and not what was anonymous',
  async content => {
    const { lea, other, hidden } = await writings()
    const named = await lea.does(createReply, { id: other.id, content: 'Lea answers here too' })
    const operator = (name: string, kind: string, id: number) => commands[name]?.run(server.owner, kind, String(id))
    await operator('hide', 'post', other.id)
    await leave(lea, content)
    // Its time comes while it is hidden: it waits.
    await server.owner.run(sql`update pending_removals set due_at = now() where id = ${hidden.id} and kind = 'comment'`)
    expect(await removeOneDue(server.db)).toBe(false)
    await operator('show', 'post', other.id)
    const replies = async () =>
      (await bob.reads<{ id: number }[]>(`/api/posts/${other.id}/comments`)).map(one => one.id)
    expect(await replies()).toEqual([hidden.id])
    expect(await replies()).not.toContain(named.id)
    if (content === 'anonymise') return
    await comes('comment', hidden.id)
    expect(await replies()).toEqual([])
  },
)

test('an anonymous topic that is hidden itself goes in its time, and cannot be shown any more', async () => {
  const { lea, unnamed } = await writings()
  const { id } = unnamed.answered
  await commands.hide?.run(server.owner, 'post', String(id))
  await leave(lea, 'remove')
  expect(await server.owner.rows(sql`select user_id from hidden_rows where table_name = 'posts'`)).toEqual([
    { user_id: null },
  ])
  await comes('post', id)
  expect(await server.owner.rows(sql`select * from hidden_rows`)).toEqual([])
  await expect(commands.show?.run(server.owner, 'post', String(id))).rejects.toThrow('is not hidden')
})

test('the times of many pieces are spread over the week, in no order', async () => {
  const lea = await server.member('Lea')
  const topic = await bob.does(createTopic, { title: 'Of Bob', content: 'Bob asks' })
  for (let n = 0; n < 100; n++) await lea.does(createReply, { id: topic.id, content: `${n}`, is_anonymous: true })
  await leave(lea, 'remove')
  const days = (await pending()).map(one => one.days)
  for (const quarter of [0, 1, 2, 3])
    expect(days.filter(day => Math.floor((day / 7) * 4) === quarter).length).toBeGreaterThan(5)
  expect(days).not.toEqual([...days].sort((a, b) => a - b))
})

test('after a time without a server what is overdue does not go together', async () => {
  const { lea, anonymous } = await writings()
  await leave(lea, 'remove')
  await server.owner.run(sql`update pending_removals set due_at = now() - interval '3 days'`)
  expect(await removeOneDue(server.db)).toBe(false)
  const waiting = await pending()
  expect(waiting.filter(({ days }) => days > 0 && days <= 1)).toHaveLength(anonymous.length)
  expect(new Set(waiting.map(({ days }) => days)).size).toBe(anonymous.length)
})

test('the server removes by itself what is due', async () => {
  const { lea } = await writings()
  await leave(lea, 'remove')
  await server.owner.run(sql`update pending_removals set due_at = now() - interval '1 minute'`)
  expect(await pending()).toHaveLength(5)
  const failed: unknown[] = []
  const jobs = startJobs(
    { config: server.config, db: server.db, log: error => failed.push(error) },
    { pollSeconds: 0.5, watchSeconds: 1, removeWithinMs: 20 },
  )
  // Cron makes a job of this minute at once, which removes one.
  await expect.poll(pending, { timeout: 20_000 }).toHaveLength(4)
  await jobs.stop()
  expect(failed).toEqual([])
})

test('a piece goes at a random moment of its minute; a server that stops before that removes nothing', async () => {
  const { lea } = await writings()
  await leave(lea, 'remove')
  await server.owner.run(sql`update pending_removals set due_at = now() - interval '1 minute'`)
  await removeAtRandomMoment(server.db, AbortSignal.timeout(20), 60_000)
  expect(await pending()).toHaveLength(5)

  const began = performance.now()
  const moments = await Promise.all(
    Array.from({ length: 12 }, async () => {
      await removeAtRandomMoment(server.db, AbortSignal.any([]), 2000)
      return performance.now() - began
    }),
  )
  expect(await pending()).toEqual([])
  expect(Math.max(...moments) - Math.min(...moments)).toBeGreaterThan(400)
})
