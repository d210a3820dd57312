import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createReply, createTopic } from '../forum/contract.ts'
import { createIntroductionRequest } from '../introductions/contract.ts'
import { addInvestor, postComment } from '../investors/contract.ts'
import { hide } from '../operator/hiding.ts'
import { type Hit, kinds } from './contract.ts'

let server: TestServer
let ada: Member
let zora: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada Osei')
  zora = await server.member('Zora Quimby')
})
afterAll(() => server.close())

/** Everything a member gets for a query: over all kinds and from each. */
async function answers(who: Member, q: string): Promise<string> {
  const addresses = ['', ...kinds.map(kind => `&kind=${kind}`)]
  const texts = addresses.map(kind => who.asks('GET', `/api/search?q=${encodeURIComponent(q)}${kind}&limit=100`))
  return (await Promise.all(texts)).map(({ text }) => text).join('\n')
}
const findsNothing = async (who: Member, q: string) => expect(await answers(who, q), q).toMatch(/^(\[\]\n?)+$/)

test('an anonymous author is not found by their name, not even by themselves', async () => {
  const topic = await zora.does(createTopic, { title: 'A quiet matter', content: 'Nobody knows', is_anonymous: true })
  await zora.does(createReply, { id: topic.id, content: 'A hushed reply', is_anonymous: true })
  for (const who of [ada, zora]) {
    const found = await answers(who, 'zora quimby')
    expect(found).toContain('"title" : "Zora Quimby"')
    expect(found).not.toMatch(/quiet matter|hushed/)
    for (const q of ['quiet matter', 'hushed reply', 'matter zora', 'hushed quimby']) {
      const text = await answers(who, q)
      expect(text, q).not.toMatch(/zora|quimby/i)
      expect(text.includes('Anonymous'), q).toBe(!/zora|quimby/.test(q))
    }
  }
  expect(await answers(zora, 'quiet matter')).toBe(await answers(ada, 'quiet matter'))
})

test('comments on investors, private or not, find nothing', async () => {
  const { id } = await ada.does(addInvestor, { name: 'Iris Vale', firm: 'Prairie Capital' })
  await zora.does(postComment, { id, content: 'Ghosted us twice', rating: 1, is_private: true })
  for (const who of [ada, zora]) await findsNothing(who, 'ghosted')
  expect(await answers(ada, 'iris vale')).toBe(await answers(zora, 'iris vale'))
})

test('the email of a target and the blurb find nothing and are not shown, not even to the requester', async () => {
  const request = await zora.does(createIntroductionRequest, {
    request_title: 'Meet a grocer',
    context: 'We sell shelf sensors to shops.',
    your_company: 'Shelfie',
    target_email: 'grocer.hidden@example.com',
  })
  await server.owner.run(
    sql`insert into introduction_blurbs (request_id, text) values (${request.id}, 'Blurbword only')`,
  )
  for (const who of [ada, zora]) {
    for (const q of ['grocer.hidden', 'grocer.hidden@example.com', 'blurbword']) await findsNothing(who, q)
    expect(await answers(who, 'meet a grocer')).not.toMatch(/hidden|example\.com|Blurbword/)
  }
})

test('contacts of members find nothing and are not shown', async () => {
  await server.owner.run(sql`
    insert into profile_contacts (profile_id, kind, value, visibility) values
      (${zora.profile_id}, 'email', 'zora.secret@example.com', 'only me'), (${zora.profile_id}, 'phone', '+1 312 555 0188', 'members')
    on conflict (profile_id, kind) do update set value = excluded.value, visibility = excluded.visibility`)
  for (const q of ['zora.secret', 'secret@example.com', '555 0188', zora.email]) await findsNothing(ada, q)
  expect(await answers(ada, 'zora')).not.toMatch(/example\.com|0188/)
})

test('what the operator hides is not found', async () => {
  const topic = await ada.does(createTopic, { title: 'Ostrich market', content: 'Feathers' })
  const reply = await ada.does(createReply, { id: topic.id, content: 'Plumage prices' })
  const { id: investor } = await ada.does(addInvestor, { name: 'Emu Partner', firm: 'Kiwi Fund' })
  for (const q of ['plumage', 'ostrich', 'emu partner']) expect((await answers(ada, q)).length).toBeGreaterThan(100)
  await hide(server.owner, 'comment', reply.id)
  await findsNothing(ada, 'plumage')
  await hide(server.owner, 'post', topic.id)
  await hide(server.owner, 'investor', investor)
  for (const q of ['ostrich', 'feathers', 'emu partner', 'kiwi fund']) await findsNothing(ada, q)
})

test('members without a name are not found; disabled ones are, as in the directory', async () => {
  const nameless = await server.member('Gone Soon')
  await server.owner.run(
    sql`update profiles set full_name = '', company_name = 'Nameless Works' where id = ${nameless.profile_id}`,
  )
  await findsNothing(ada, 'nameless works')
  const disabled = await server.member('Dara Voss')
  await server.owner.run(sql`update users set disabled_at = now() where id = ${disabled.user_id}`)
  const inDirectory = await ada.reads<{ full_name: string }[]>('/api/members?q=dara')
  const found = await ada.reads<Hit[]>('/api/search?q=dara&kind=member')
  expect(found.map(({ title }) => title)).toEqual(inDirectory.map(({ full_name }) => full_name))
})

test('a session that ended gets nothing', async () => {
  const guest = await server.member('Guest Person')
  await guest.asks('POST', '/api/auth/sign-out')
  expect(await guest.tries('GET', '/api/search?q=ada')).toBe(401)
  expect(await server.visitor.tries('GET', '/api/search?q=ada')).toBe(401)
})
