import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { name, sql } from '../../database/connection/sql.ts'
import { MARK, memberWithRowsInEveryTable } from '../../tests/member-with-rows.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { updateEvent } from '../events/contract.ts'
import { createTopic } from '../forum/contract.ts'
import { removeOneDue } from '../forum/removing.ts'
import { commands } from '../operator/commands.ts'

/** One server per test, because the tests search every row for traces of a member. */
let server: TestServer
beforeEach(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterEach(() => server.close())

/**
 * Every column that references a member, and the part of the export that contains it. Null: not exported, for the given reason.
 * Add a new table here, to the export (mine.ts) and to delete_account (rules.sql).
 */
const places: Record<string, string | null> = {
  'anonymous_comment_authors.profile_id': 'replies',
  'anonymous_post_authors.profile_id': 'topics',
  'audit_log.user_id': 'log',
  'comments.user_id': 'replies',
  'counted_introductions.user_id': null, // when others see an introduction counted, without which one it was
  'event_changes.changed_by': 'event_changes',
  'events.created_by': 'events',
  'events.updated_by': 'events',
  'factors.user_id': 'factors',
  'hidden_rows.user_id': 'hidden_by_the_operator',
  'idempotency_keys.user_id': null, // copies of replies, kept for a day
  'introduction_answers.user_id': 'introduction_answers',
  'introduction_asks.asked_id': null, // by others, who tell nobody whom they asked: the notification is the member's
  'introduction_asks.user_id': 'introduction_asks',
  'introduction_comments.user_id': 'introduction_comments',
  'introduction_contacts.user_id': 'introduction_contacts',
  'introduction_offers.user_id': 'introduction_offers',
  'introduction_outcomes.user_id': 'introduction_outcomes',
  'introduction_requests.user_id': 'introduction_requests',
  'introduction_status_changes.user_id': 'introduction_status_changes',
  'introduction_steps.user_id': 'introduction_steps',
  'introduction_thanks.introducer_id': 'thanks_received',
  'introduction_thanks.user_id': 'introduction_thanks',
  'investor_comments.user_id': 'investor_comments',
  'investor_ties.user_id': 'investor_ties',
  'investors.user_id': 'investors',
  'known_devices.user_id': 'known_devices',
  'live_streams.user_id': null, // currently open streams
  'match_orders.user_id': null, // follows from the profiles
  'match_refusals.refused_id': null, // by others, who must not be named
  'match_refusals.user_id': 'match_refusals',
  'match_settings.user_id': 'match_settings',
  'member_mails.user_id': 'notification_mails',
  'mutes.muted_id': null, // by others, who must not be named
  'mutes.user_id': 'mutes',
  'nightly_ties.user_id': null, // a copy of the quiet ties
  'notification_acts.actor_id': null, // of others: their own notifications
  'notification_acts.user_id': 'notifications',
  'notification_mails.user_id': null, // which of the notifications are to be mailed
  'notification_settings.user_id': 'notification_settings',
  'notifications.user_id': 'notifications',
  'outcome_settings.user_id': 'outcome_settings',
  'outside_mails.user_id': 'outside_mails',
  'post_likes.profile_id': 'likes',
  'posts.user_id': 'topics',
  'profile_contacts.profile_id': 'contacts',
  'profiles.user_id': 'profile',
  'push_subscriptions.user_id': 'push_subscriptions',
  'recovery_codes.user_id': 'recovery_codes',
  'remembered_devices.user_id': 'remembered_devices',
  'resources.user_id': 'resources',
  'introduction_requests.target_profile_id': null, // requests of others
  'sessions.user_id': 'sessions',
  'signed_links.user_id': 'signed_links',
  'tie_asks.user_id': 'tie_asks',
  'topic_follows.profile_id': 'topic_follows',
  'topic_visits.profile_id': 'topic_visits',
  'member_visits.user_id': 'visits',
}
/** Append-only: they keep the id of a deleted account, but nothing that identifies its owner. */
const keptAfterDeletion = ['audit_log.user_id', 'event_changes.changed_by', 'introduction_status_changes.user_id']

type Place = { place: string; table: string; column: string; type: string }

/** Columns that reference a user or a profile, by foreign key or by name. */
const placesOfDatabase = () =>
  server.owner.rows<Place>(sql`
    select c.relname || '.' || a.attname as place, c.relname as table, a.attname as column, a.atttypid::regtype::text as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (
      exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey)
        and k.confrelid in ('users'::regclass, 'profiles'::regclass))
      or a.attname ~ '^(user_id|profile_id|(created|updated|changed)_by)$')
    order by 1`)

/** Columns in which this member still occurs. */
async function placesWith(member: Member): Promise<string[]> {
  const found: string[] = []
  for (const { place, table, column, type } of await placesOfDatabase()) {
    const id = type === 'uuid' ? member.user_id : member.profile_id
    const row = await server.owner.maybe(sql`select 1 from ${name(table)} where ${name(column)} = ${id} limit 1`)
    if (row) found.push(place)
  }
  return found
}

/** Tables that still contain a text in any column. */
async function tablesContaining(mark: string): Promise<string[]> {
  const tables = await server.owner.rows<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`)
  const found: string[] = []
  for (const table of tables) {
    const row = await server.owner.maybe(
      sql`select 1 from ${name(table.name)} t where to_jsonb(t)::text ilike ${`%${mark}%`} limit 1`,
    )
    if (row) found.push(table.name)
  }
  return found
}

async function exportOf(member: Member) {
  const answer = await server.app.inject({ url: '/api/account/export', headers: { cookie: member.cookies } })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  const files = unzipSync(answer.rawPayload)
  return { files, data: JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array())) as Record<string, unknown> }
}

test('export and deletion cover every column that references a member', async () => {
  expect((await placesOfDatabase()).map(row => row.place)).toEqual(Object.keys(places).sort())
  const { lena } = await memberWithRowsInEveryTable(server)
  expect(await placesWith(lena)).toEqual(expect.arrayContaining(Object.keys(places).filter(place => places[place])))
  const { data } = await exportOf(lena)
  const isEmpty = (part: unknown) => !part || (Array.isArray(part) && part.length === 0)
  expect(Object.values(places).filter(part => part && isEmpty(data[part]))).toEqual([])
})

test('the export contains no hidden rows, event changes or log lines of others', async () => {
  const { lena, bob, event } = await memberWithRowsInEveryTable(server)
  const { id } = await bob.does(createTopic, { title: 'Hidden of Bob', content: 'Bob only' })
  await commands.hide?.run(server.owner, 'post', String(id))
  await bob.does(updateEvent, { id: event.id, description: 'Eight pitches.' })
  const { data } = await exportOf(lena)
  expect(JSON.stringify(data.hidden_by_the_operator)).not.toContain('Bob')
  const { changes } = await server.owner.one<{ changes: number }>(
    sql`select count(*)::int as changes from event_changes where changed_by = ${lena.user_id}`,
  )
  expect(data.event_changes).toHaveLength(changes)
  expect(data.likes).toHaveLength(1)
  const logged = (data.log as { event: string }[]).map(line => line.event)
  expect(logged.filter(name => name === 'registered')).toHaveLength(1)
})

test('the export contains all own content and the picture, no content of others and no secrets', async () => {
  const { lena, hidden } = await memberWithRowsInEveryTable(server)
  const { data, files } = await exportOf(lena)
  const text = JSON.stringify(data)
  for (const mine of [
    'In private',
    'In public',
    'An anonymous reply',
    'Nobody answers',
    'A bio',
    `target.${MARK}@example.com`,
  ])
    expect(text).toContain(mine)
  expect(data.hidden_by_the_operator).toMatchObject([
    { table: 'posts', row: { id: hidden.id } },
    { table: 'topic_follows', row: { post_id: hidden.id } },
  ])
  for (const others of ['Bob was here', 'Of Bob', 'Bob knows her']) expect(text).not.toContain(others)
  expect(text).not.toMatch(/password_hash|token_hash|code_hash|"secret"|argon2/)
  expect(text).not.toMatch(/"(search|search_text|word_text|card)"/)
  const picture = files['files/profile-picture.webp']
  expect(strFromU8((picture ?? new Uint8Array()).slice(8, 12))).toBe('WEBP')
  const shared = Object.keys(files).find(file => file.endsWith('-notes.txt')) ?? ''
  expect(strFromU8(files[shared] ?? new Uint8Array())).toBe('Notes on pilots')
  const logged = sql`select event from audit_log where user_id = ${lena.user_id} order by id desc limit 1`
  expect(await server.owner.one(logged)).toEqual({ event: 'data exported' })
})

test('deleting an account with its content: nothing remains, and content of others is kept', async () => {
  const { lena, bob, ...content } = await memberWithRowsInEveryTable(server)
  expect(await lena.tries('POST', '/api/account/delete', { password: PASSWORD, content: 'remove' })).toBe(204)
  expect(await placesWith(lena)).toEqual(keptAfterDeletion)
  // Anonymous content has no author any more, and is removed one by one.
  const remaining = sql`select content from posts where content ilike ${`%${MARK}%`} and not is_anonymous
    union all select content from comments where content ilike ${`%${MARK}%`} and not is_anonymous`
  expect(await server.owner.rows(remaining)).toEqual([])
  await server.owner.run(sql`update pending_removals set due_at = now() - interval '1 minute'`)
  while (await removeOneDue(server.db));
  expect(await tablesContaining(MARK)).toEqual([])
  expect(await lena.tries('GET', '/api/profile')).toBe(401)
  expect(
    (await server.visitor.asks('POST', '/api/auth/sign-in', { email: lena.email, password: PASSWORD })).status,
  ).toBe(401)
  expect(await bob.tries('GET', content.avatar_url)).toBe(404)

  expect(await bob.tries('GET', `/api/posts/${content.lonely.id}`)).toBe(404)
  expect(await bob.reads(`/api/posts/${content.answered.id}`)).toMatchObject({
    title: 'Deleted topic',
    author: null,
    can_edit: false,
  })
  expect(await bob.reads(`/api/posts/${content.answered.id}/comments`)).toMatchObject([{ content: 'Bob was here' }])
  expect(await bob.reads(`/api/posts/${content.bobs.id}`)).toMatchObject({ comments_count: 0, likes_count: 0 })
  expect(await bob.reads(`/api/investors/${content.theirs.id}`)).toMatchObject({ rating_count: 0, comments_count: 0 })
  expect(await bob.reads(`/api/introduction-requests/${content.request.id}`)).toMatchObject({
    request_title: 'Deleted request',
    context: '',
    status: 'declined',
  })
  expect(await bob.reads(`/api/introduction-comments/${content.request.id}`)).toMatchObject([
    { comment_text: 'Bob knows her' },
  ])
  expect(await bob.tries('GET', `/api/introduction-requests/${content.alone.id}`)).toBe(404)
})

test('hidden rows do not reference their creator after the account is deleted', async () => {
  const eve = await server.member('Eve')
  const { id } = (await eve.asks('POST', '/api/investors', { name: 'Ines Vela', firm: 'Prairie Seed' })).json as {
    id: number
  }
  await commands.hide?.run(server.owner, 'investor', String(id))
  const namesEve = sql`select count(*)::integer as times from hidden_rows where row::text like ${`%${eve.user_id}%`}`
  expect(await server.owner.one(namesEve)).toEqual({ times: 1 })
  expect(await eve.tries('POST', '/api/account/delete', { password: PASSWORD, content: 'anonymise' })).toBe(204)
  expect(await server.owner.one(namesEve)).toEqual({ times: 0 })
})

test('anonymising on deletion: public content stays without author, private content is deleted', async () => {
  const { lena, bob, ...content } = await memberWithRowsInEveryTable(server)
  expect(await lena.tries('POST', '/api/account/delete', { password: PASSWORD, content: 'anonymise' })).toBe(204)
  expect(await placesWith(lena)).toEqual(keptAfterDeletion)
  for (const topic of [content.lonely, content.answered, content.secret])
    expect(await bob.reads(`/api/posts/${topic.id}`)).toMatchObject({
      title: topic.title,
      is_anonymous: true,
      author: null,
      can_edit: false,
    })
  expect(await bob.reads(`/api/posts?q=Lena`)).toEqual([])
  expect(await bob.reads(`/api/posts/${content.bobs.id}/comments`)).toHaveLength(2)
  expect(await bob.reads(`/api/investors/${content.theirs.id}/comments`)).toMatchObject([
    { content: `In public, says ${MARK}`, user: { full_name: 'Former member' }, can_edit: false },
  ])
  expect(await server.owner.maybe(sql`select 1 from investor_comments where content like 'In private%'`)).toBeNull()
  expect(
    await server.owner.maybe(sql`select 1 from introduction_targets where request_id = ${content.request.id}`),
  ).toBeNull()
  expect(
    await server.owner.maybe(sql`select 1 from introduction_blurbs where request_id = ${content.request.id}`),
  ).toBeNull()
  expect(await bob.reads(`/api/introduction-requests/${content.request.id}`)).toMatchObject({
    request_title: content.request.request_title,
    user_name: '',
    status: 'declined',
    can_edit: false,
  })
})

test('shared content is assigned to the former member, who cannot sign in, and its history is kept', async () => {
  const { lena, bob, event, investor, file } = await memberWithRowsInEveryTable(server)
  await lena.asks('POST', '/api/account/delete', { password: PASSWORD, content: 'remove' })
  expect(await bob.tries('PATCH', `/api/investors/${investor.id}`, { name: 'Mine now' })).toBe(403)
  expect(await bob.tries('DELETE', `/api/investors/${investor.id}`)).toBe(403)
  expect(await bob.reads(`/api/direct-events/${event.id}`)).toMatchObject({ version: event.version, created_by: null })
  expect(await bob.tries('DELETE', `/api/resources/${file.id}`)).toBe(403)
  expect((await bob.asks('GET', file.url)).text).toBe('Notes on pilots')
  const changes = sql`select action from event_changes where event_id = ${event.id}`
  expect(await server.owner.rows(changes)).toEqual([{ action: 'created' }, { action: 'updated' }])
  const unowned = await server.owner.rows(sql`
    select id from investors where user_id is null union all select id from events where created_by is null`)
  expect(unowned).toEqual([])
  const former = { email: 'former.member@invalid', password: PASSWORD }
  expect((await server.visitor.asks('POST', '/api/auth/sign-in', former)).status).toBe(401)
})

test('deletion requires the password, which is its proof; the export requires a recent proof', async () => {
  const ada = await server.member('Ada')
  const leave = (password: string) => ada.asks('POST', '/api/account/delete', { password, content: 'remove' })
  expect(await leave('not this one')).toMatchObject({
    status: 400,
    json: { fields: { password: 'This password is not right.' } },
  })
  await server.owner.run(
    sql`update sessions set proved_at = now() - interval '11 minutes' where user_id = ${ada.user_id}`,
  )
  expect(await ada.asks('GET', '/api/account/export')).toMatchObject({
    status: 403,
    json: { fields: { proof: expect.any(String) } },
  })
  expect(await leave('not this one')).toMatchObject({ status: 400, json: { fields: { password: expect.any(String) } } })
  // Wrong passwords count with those given to /api/auth/prove.
  const eve = await server.member('Eve')
  for (let guess = 0; guess < 5; guess++)
    for (const path of ['/api/account/delete', '/api/auth/prove'])
      expect(await eve.tries('POST', path, { password: 'a guess', content: 'remove' })).toBe(400)
  expect(await eve.tries('POST', '/api/account/delete', { password: PASSWORD, content: 'remove' })).toBe(429)
  expect((await leave(PASSWORD)).cookies).toBe('session=')
})

test('ten concurrent deletions delete the account once', async () => {
  const ada = await server.member('Ada')
  const leave = () => ada.tries('POST', '/api/account/delete', { password: PASSWORD, content: 'remove' })
  const answers = await Promise.all(Array.from({ length: 10 }, leave))
  expect(answers).toContain(204)
  const logged = sql`select count(*)::int from audit_log where user_id = ${ada.user_id} and event = 'account deleted'`
  expect(await server.owner.one(logged)).toEqual({ count: 1 })
})

test('deleting an account deletes mails to its own address and the question to a new one, not other mails to that address', async () => {
  const [mal, zed] = [await server.member('Mal'), 'zed@example.com']
  expect(await mal.tries('POST', '/api/account/email', { email: zed })).toBe(204)
  const owner = await server.member('Zed', { email: zed })
  expect((await server.visitor.asks('POST', '/api/auth/forgot-password', { email: zed })).status).toBeLessThan(300)
  const subjects = async () =>
    (
      await server.owner.rows<{ subject: string }>(sql`select subject from outbox where recipient = ${zed} order by id`)
    ).map(({ subject }) => subject.split(' ', 2).join(' '))
  expect(await subjects()).toContain('Confirm your')
  const others = (await subjects()).filter(subject => subject !== 'Confirm your')
  expect(others).not.toEqual([])
  expect(await mal.tries('POST', '/api/account/delete', { password: PASSWORD, content: 'remove' })).toBe(204)
  expect(await subjects()).toEqual(others)
  expect(await owner.tries('POST', '/api/account/delete', { password: PASSWORD, content: 'remove' })).toBe(204)
  expect(await subjects()).toEqual([])
})
