import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { startJobs } from '../../server/jobs/jobs.ts'
import { openStream } from '../../tests/server/stream.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createReply, createTopic, deleteReply, deleteTopic, likeTopic } from '../forum/contract.ts'
import { removeAtRandomMoment, removeOneDue } from '../forum/removing.ts'
import { commands } from '../operator/commands.ts'

/** Bob observes everything that a member can see while Lea, who wrote named and anonymous content, deletes her account. */
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

async function createContent() {
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
  for (const { id } of [named.answered, unnamed.answered]) await bob.does(createReply, { id, content: 'Indeed' })
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

/** What Bob can see of these items: the API reply and the table row, including xmin (the last transaction). */
async function visibleState(items: Item[]) {
  const found: unknown[] = []
  for (const { kind, id } of items) {
    const table = kind === 'posts' ? sql`posts` : sql`comments`
    const [row] = await bob.sql<{ post_id?: number }>(sql`select t.*, xmin::text from ${table} t where id = ${id}`)
    const path = kind === 'posts' ? `/api/posts/${id}` : `/api/posts/${row?.post_id}/comments`
    const answer = await bob.asks('GET', path)
    const api = kind === 'posts' ? answer.json : (answer.json as { id: number }[])?.find?.(reply => reply.id === id)
    found.push({ row, api })
  }
  return found
}

async function watchStream() {
  const stream = await openStream(url, bob.cookies)
  await expect.poll(() => stream.messages.length, { timeout: 10_000 }).toBeGreaterThan(0)
  let received = stream.messages.length
  return {
    ...stream,
    position: stream.messages.at(-1)?.id ?? '',
    /** All changes since the last call, up to a new topic by Bob. */
    async news() {
      const { id } = await bob.does(createTopic, { title: 'Until here', content: 'And no further' })
      const isThere = () => stream.changes.some(change => change.kind === 'posts' && change.id === id)
      await expect.poll(isThere, { timeout: 10_000 }).toBe(true)
      const changes = stream.messages.slice(received).flatMap(message => message.changes)
      received = stream.messages.length
      return changes.filter(change => change.id !== id).map(change => `${change.kind} ${change.op} ${change.id}`)
    },
  }
}

async function replayed(since: string) {
  const stream = await openStream(url, bob.cookies, {}, `?since=${since}`)
  await expect.poll(() => stream.messages.length, { timeout: 10_000 }).toBeGreaterThan(0)
  await stream.close()
  expect(stream.messages[0]?.event).toBe('message')
  return stream.changes.map(change => `${change.kind} ${change.op} ${change.id}`)
}

const about = (items: Item[], changes: string[]) =>
  changes.filter(change => items.some(({ kind, id }) => new RegExp(`^${kind} \\w+ ${id}$`).test(change)))

const pending = () =>
  server.owner.rows<{ kind: string; id: number; days: number }>(sql`
    select kind, id, (extract(epoch from due_at - now()) / 86400)::float8 as days from pending_removals order by kind desc, id`)

/** Makes one item due, and removes it. */
async function makeDue(kind: string, id: number) {
  await server.owner.run(
    sql`update pending_removals set due_at = now() - interval '1 minute' where kind = ${kind} and id = ${id}`,
  )
  expect(await removeOneDue(server.db)).toBe(true)
  expect(await removeOneDue(server.db)).toBe(false)
}

test('deleting an account with its content: no visible change links anonymous content to the account', async () => {
  const { lea, named, reply, anonymous } = await createContent()
  const before = await visibleState(anonymous)
  await server.owner.run(sql`update live_changes set at = at - interval '1 minute'`)
  const bobs = await watchStream()
  expect(await leave(lea, 'remove')).toBe(204)

  const changes = await bobs.news()
  expect(changes).toEqual(
    expect.arrayContaining([
      `posts delete ${named.lonely.id}`,
      `posts update ${named.answered.id}`,
      `comments delete ${reply.id}`,
    ]),
  )
  expect(about(anonymous, changes)).toEqual([])
  expect(about(anonymous, await replayed(bobs.position))).toEqual([])
  expect(await visibleState(anonymous)).toEqual(before)
  // Her own anonymous reply counts as a reply of others, so her topic is blanked, not deleted.
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

test('within seven days anonymous content is removed one by one, as if its author deleted it', async () => {
  const { lea, named, unnamed, other, hidden, toSelf, anonymous } = await createContent()
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

  // For comparison: Carol deletes her own content.
  const bobs = await watchStream()
  await carol.does(deleteReply, { id: hers.reply.id })
  expect(await bobs.news()).toEqual([`comments delete ${hers.reply.id}`, `posts update ${other.id}`])
  await carol.does(deleteTopic, { id: hers.topic.id })
  expect(await bobs.news()).toEqual([`posts delete ${hers.topic.id}`])

  const rest = [...anonymous]
  const removeItem = async (kind: string, id: number) => {
    rest.splice(
      rest.findIndex(item => item.kind === `${kind}s` && item.id === id),
      1,
    )
    const before = await visibleState(rest)
    await makeDue(kind, id)
    expect(await visibleState(rest)).toEqual(before)
    return bobs.news()
  }
  expect(await removeItem('comment', hidden.id)).toEqual([`comments delete ${hidden.id}`, `posts update ${other.id}`])
  expect(await removeItem('post', unnamed.answered.id)).toEqual([`posts update ${unnamed.answered.id}`])
  expect(await removeItem('post', unnamed.liked.id)).toEqual([`posts delete ${unnamed.liked.id}`])
  expect(await removeItem('comment', toSelf.id)).toEqual([
    `comments delete ${toSelf.id}`,
    `posts update ${named.self.id}`,
  ])
  expect(await removeItem('post', unnamed.lonely.id)).toEqual([`posts delete ${unnamed.lonely.id}`])
  expect(await pending()).toEqual([])

  // A blanked anonymous topic looks like a blanked named one, and does not show when it was blanked.
  const {
    id: _,
    created_at,
    updated_at,
    active_at: _activeAt,
    ...blank
  } = await bob.reads<typeof named.answered>(`/api/posts/${unnamed.answered.id}`)
  expect(updated_at).toBe(created_at)
  expect(await bob.reads(`/api/posts/${named.answered.id}`)).toMatchObject(blank)
  await bobs.close()
})

test('anonymising on deletion: named content changes immediately, anonymous content does not change', async () => {
  const { lea, named, reply, anonymous } = await createContent()
  const before = await visibleState(anonymous)
  await server.owner.run(sql`update live_changes set at = at - interval '1 minute'`)
  const bobs = await watchStream()
  expect(await leave(lea, 'anonymise')).toBe(204)
  const changes = await bobs.news()
  expect(changes).toEqual(expect.arrayContaining([`posts update ${named.lonely.id}`, `comments update ${reply.id}`]))
  expect(about(anonymous, changes)).toEqual([])
  expect(about(anonymous, await replayed(bobs.position))).toEqual([])
  expect(await visibleState(anonymous)).toEqual(before)
  expect(await pending()).toEqual([])
  expect(await server.owner.rows(sql`select * from anonymous_post_authors`)).toEqual([])
  await bobs.close()
})

test.each(['remove', 'anonymise'] as const)(
  'account deleted while a topic is hidden (%s): the restored topic lacks named replies, but not anonymous ones',
  async content => {
    const { lea, other, hidden } = await createContent()
    const named = await lea.does(createReply, { id: other.id, content: 'Lea answers here too' })
    const operator = (name: string, kind: string, id: number) => commands[name]?.run(server.owner, kind, String(id))
    await operator('hide', 'post', other.id)
    await leave(lea, content)
    // It is due while it is hidden: the removal is postponed.
    await server.owner.run(sql`update pending_removals set due_at = now() where id = ${hidden.id} and kind = 'comment'`)
    expect(await removeOneDue(server.db)).toBe(false)
    await operator('show', 'post', other.id)
    const replies = async () =>
      (await bob.reads<{ id: number }[]>(`/api/posts/${other.id}/comments`)).map(reply => reply.id)
    expect(await replies()).toEqual([hidden.id])
    expect(await replies()).not.toContain(named.id)
    if (content === 'anonymise') return
    await makeDue('comment', hidden.id)
    expect(await replies()).toEqual([])
  },
)

test('a hidden anonymous topic is removed when due, and cannot be restored', async () => {
  const { lea, unnamed } = await createContent()
  const { id } = unnamed.answered
  await commands.hide?.run(server.owner, 'post', String(id))
  await leave(lea, 'remove')
  expect(await server.owner.rows(sql`select user_id from hidden_rows where table_name = 'posts'`)).toEqual([
    { user_id: null },
  ])
  await makeDue('post', id)
  expect(await server.owner.rows(sql`select * from hidden_rows`)).toEqual([])
  await expect(commands.show?.run(server.owner, 'post', String(id))).rejects.toThrow('is not hidden')
})

test('removal times are spread randomly over the week', async () => {
  const lea = await server.member('Lea')
  const topic = await bob.does(createTopic, { title: 'Of Bob', content: 'Bob asks' })
  for (let n = 0; n < 100; n++) await lea.does(createReply, { id: topic.id, content: `${n}`, is_anonymous: true })
  await leave(lea, 'remove')
  const days = (await pending()).map(item => item.days)
  for (const quarter of [0, 1, 2, 3])
    expect(days.filter(day => Math.floor((day / 7) * 4) === quarter).length).toBeGreaterThan(5)
  expect(days).not.toEqual([...days].sort((a, b) => a - b))
})

test('after downtime, overdue removals are spread again', async () => {
  const { lea, anonymous } = await createContent()
  await leave(lea, 'remove')
  await server.owner.run(sql`update pending_removals set due_at = now() - interval '3 days'`)
  expect(await removeOneDue(server.db)).toBe(false)
  const waiting = await pending()
  expect(waiting.filter(({ days }) => days > 0 && days <= 1)).toHaveLength(anonymous.length)
  expect(new Set(waiting.map(({ days }) => days)).size).toBe(anonymous.length)
})

test('a job removes due items', async () => {
  const { lea } = await createContent()
  await leave(lea, 'remove')
  await server.owner.run(sql`update pending_removals set due_at = now() - interval '1 minute'`)
  expect(await pending()).toHaveLength(5)
  const failed: unknown[] = []
  const jobs = startJobs(
    { config: server.config, db: server.db, log: error => failed.push(error) },
    { pollSeconds: 0.5, watchSeconds: 1, removeWithinMs: 20 },
  )
  // pg-boss creates the job of this minute immediately; it removes one item.
  await expect.poll(pending, { timeout: 20_000 }).toHaveLength(4)
  await jobs.stop()
  expect(failed).toEqual([])
})

test('an item is removed at a random time within the minute; a stopped server removes nothing', async () => {
  const { lea } = await createContent()
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
