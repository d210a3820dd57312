import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { addIntroductionComment } from '../introductions/contract.ts'
import { commands } from '../operator/commands.ts'
import { answerOffer, getOffers, listAskedIntroductions, moveOffer } from './contract.ts'
import { offerOf, offers, requestFor, stateIn, told } from './story.ts'

/** Ada requests, Bob is chosen, Dora is passed, Cleo is the target, Eve is another member. */
let server: TestServer
let ada: Member
let bob: Member
let cleo: Member
let dora: Member
let eve: Member
let people: Record<string, Member>
let id: number
let bobs: string
let doras: string
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  cleo = await server.member('Cleo')
  dora = await server.member('Dora')
  eve = await server.member('Eve')
  people = { requester: ada, introducer: bob, passed: dora, target: cleo, other: eve }
})

/** Both offer on a request for Cleo or for somebody outside. */
async function begin(target: Member | null) {
  id = await requestFor(ada, target)
  bobs = await offers(bob, id, 'Note of Bob')
  doras = await offers(dora, id, 'Note of Dora')
}

/** What each of them sees: the notes of offers, the question, addresses, and the rows of the tables. */
async function seen() {
  const all: Record<string, unknown> = {}
  for (const [role, member] of Object.entries(people)) {
    const { text, json } = await member.asks('GET', `/api/introduction-requests/${id}/offers`)
    const reply = json as Awaited<ReturnType<typeof member.does<typeof getOffers>>>
    const rows = async (table: 'offers' | 'steps' | 'answers' | 'contacts') => (await member.sql(countOf[table])).length
    all[role] = {
      notes: ['Bob', 'Dora'].filter(name => text.includes(`Note of ${name}`)),
      asked: reply.asked?.state ?? null,
      addresses: Object.entries(people)
        .filter(([, { email }]) => text.includes(email))
        .map(([name]) => name),
      rows: [await rows('offers'), await rows('steps'), await rows('answers'), await rows('contacts')].join(' '),
    }
  }
  return all
}
const countOf = {
  offers: sql`select 1 from introduction_offers`,
  steps: sql`select 1 from introduction_steps`,
  answers: sql`select 1 from introduction_answers`,
  contacts: sql`select 1 from introduction_contacts`,
}
const nothing = { notes: [], asked: null, addresses: [], rows: '0 0 0 0' }

test('while offers are open, only the requester and each offerer know', async () => {
  await begin(cleo)
  expect(await seen()).toEqual({
    requester: { notes: ['Bob', 'Dora'], asked: null, addresses: ['requester'], rows: '2 2 0 0' },
    introducer: { ...nothing, notes: ['Bob'], rows: '1 1 0 0' },
    passed: { ...nothing, notes: ['Dora'], rows: '1 1 0 0' },
    target: nothing,
    other: nothing,
  })
})

test('once asked, the target knows the question, without notes, other offers and addresses', async () => {
  await begin(cleo)
  await ada.does(moveOffer, { id: bobs, to: 'accepted' })
  const asked = {
    requester: { notes: ['Bob', 'Dora'], asked: null, addresses: ['requester'], rows: '2 5 0 1' },
    introducer: { ...nothing, notes: ['Bob'], rows: '1 3 0 0' },
    passed: { ...nothing, notes: ['Dora'], rows: '1 2 0 0' },
    target: { notes: [], asked: 'asked', addresses: ['target'], rows: '0 1 0 0' },
    other: nothing,
  }
  expect(await seen()).toEqual(asked)
  expect(JSON.stringify(await cleo.does(getOffers, { id }))).not.toContain('Dora')
  await cleo.does(answerOffer, { id: bobs, answer: 'not_now' })
  expect(await seen()).toEqual({ ...asked, target: { ...asked.target, rows: '0 1 1 0' } })
})

test('after both said yes, the requester and the target see each other’s address, and nobody else does', async () => {
  await begin(cleo)
  await ada.does(moveOffer, { id: bobs, to: 'accepted' })
  await cleo.does(answerOffer, { id: bobs, answer: 'yes' })
  const pair = ['requester', 'target']
  expect(await seen()).toEqual({
    requester: { notes: ['Bob', 'Dora'], asked: null, addresses: pair, rows: '2 6 0 2' },
    introducer: { ...nothing, notes: ['Bob'], rows: '1 4 0 0' },
    passed: { ...nothing, notes: ['Dora'], rows: '1 2 0 0' },
    target: { notes: [], asked: 'agreed', addresses: pair, rows: '0 2 1 2' },
    other: nothing,
  })
})

test('with a target outside, the introducer sees the address of the requester after the yes', async () => {
  await begin(null)
  await ada.does(moveOffer, { id: bobs, to: 'accepted' })
  expect(await seen()).toMatchObject({ introducer: { addresses: [], rows: '1 2 0 0' }, target: nothing })
  await bob.asks('POST', `/api/offers/${bobs}/report`, { answer: 'yes' })
  expect(await seen()).toMatchObject({
    requester: { addresses: ['requester'] },
    introducer: { addresses: ['requester'], rows: '1 3 0 1' },
    passed: { addresses: [] },
    target: nothing,
    other: nothing,
  })
})

const acts = [
  ['move', { to: 'accepted' }, 'requester'],
  ['move', { to: 'withdrawn' }, 'introducer'],
  ['move', { to: 'closed' }, 'requester'],
  ['report', { answer: 'no' }, 'introducer'],
  ['answer', { answer: 'yes' }, 'target'],
] as const
/** Those who see the offer get 403, the others do not learn that there is one. */
const refusals: Record<string, number> = { requester: 403, introducer: 403, passed: 404, target: 404, other: 404 }

test.each(acts)('%s %j is for the %s alone', async (act, body, whose) => {
  const target = act === 'report' ? null : cleo
  await begin(target)
  if (!('to' in body && body.to === 'accepted')) await ada.does(moveOffer, { id: bobs, to: 'accepted' })
  const tries = (member: Pick<Member, 'tries'>) => member.tries('POST', `/api/offers/${bobs}/${act}`, body)
  const state = await stateIn(server, bobs)
  const others = Object.entries(people).filter(([role]) => role !== whose)
  for (const [role, member] of others)
    expect([role, await tries(member)]).toEqual([role, act === 'answer' ? 404 : refusals[role]])
  expect(await tries(server.visitor)).toBe(401)
  expect(await stateIn(server, bobs)).toBe(state)
  expect(await people[whose]?.tries('POST', `/api/offers/${bobs}/${act}`, body)).toBe(200)
})

test('members write none of the tables but their own new offer', async () => {
  await begin(cleo)
  await ada.does(moveOffer, { id: bobs, to: 'accepted' })
  const forged = [
    sql`update introduction_offers set state = 'agreed' where id = ${bobs}`,
    sql`delete from introduction_offers where id = ${bobs}`,
    sql`insert into introduction_offers (request_id, user_id, note, state) values (${id}, ${eve.user_id}, '', 'agreed')`,
    sql`insert into introduction_answers (offer_id, user_id, answer) values (${bobs}, ${eve.user_id}, 'yes')`,
    sql`insert into introduction_steps (offer_id, kind, seen_by) values (${bobs}, 'agreed', '{}')`,
    sql`insert into introduction_contacts (offer_id, user_id, email) values (${bobs}, ${eve.user_id}, 'e@example.com')`,
    sql`select address_of(${ada.user_id})`,
    sql`select close_offers(array[${bobs}::uuid], '{asked}', 'left')`,
    sql`select expire_offers(1)`,
  ]
  for (const statement of forged) await expect(eve.sql(statement)).rejects.toThrow(/permission denied/)
  const forOther = sql`insert into introduction_offers (request_id, user_id, note) values (${id}, ${cleo.user_id}, '')`
  await expect(eve.sql(forOther)).rejects.toThrow(/row-level security|about you/)
  // The functions check who calls them.
  for (const who of ['requester', 'offerer', 'target', 'system'])
    await expect(eve.sql(sql`select move_offer(${bobs}, 'closed', ${who})`)).rejects.toThrow(/not a part/)
  await eve.sql(sql`select answer_offer(${bobs}, 'yes')`)
  expect(await stateIn(server, bobs)).toBe('asked')
})

test('a disabled offerer: the offer ends and is not seen any more, and the requester can accept another', async () => {
  await begin(cleo)
  await ada.does(moveOffer, { id: bobs, to: 'accepted' })
  await commands.disable?.run(server.owner, bob.email)
  expect(await stateIn(server, bobs)).toBe('closed: introducer_left')
  expect((await ada.does(getOffers, { id })).offers.map(offer => offer.id)).toEqual([doras])
  expect(await cleo.does(listAskedIntroductions, {})).toEqual([])
  expect((await told(ada)).map(({ kind, detail }) => [kind, detail])).toContainEqual(['offer_ended', null])
  const again = await offers(dora, id)
  await ada.does(moveOffer, { id: again, to: 'accepted' })
})

test('a disabled requester: nobody can offer, and the target is not asked', async () => {
  await begin(cleo)
  await ada.does(moveOffer, { id: bobs, to: 'accepted' })
  await commands.disable?.run(server.owner, ada.email)
  expect(await eve.does(getOffers, { id })).toMatchObject({ can_offer: false })
  expect(await cleo.does(listAskedIntroductions, {})).toEqual([])
  expect(await cleo.tries('POST', `/api/offers/${bobs}/answer`, { answer: 'yes' })).toBe(404)
  expect(await offerOf(bob, id)).toMatchObject({ state: 'asked' })
})

test('a disabled target looks like a silent one', async () => {
  await begin(cleo)
  await commands.disable?.run(server.owner, cleo.email)
  const { offers: listed } = await ada.does(moveOffer, { id: bobs, to: 'accepted' })
  expect(listed.find(offer => offer.id === bobs)).toMatchObject({ state: 'asked' })
  expect(
    await server.owner.rows(
      sql`select 1 from notifications where user_id = ${cleo.user_id} and kind = 'introduction_wanted'`,
    ),
  ).toEqual([])
})

const leaves = (member: Member, choice = 'anonymise') =>
  server.owner.run(sql`select delete_account(${member.user_id}, ${choice})`)

test('an offerer who leaves takes the offer along; the requester of an accepted one is told', async () => {
  await begin(cleo)
  await ada.does(moveOffer, { id: bobs, to: 'accepted' })
  await leaves(bob)
  expect((await ada.does(getOffers, { id })).offers.map(offer => offer.id)).toEqual([doras])
  expect((await told(ada)).map(({ kind, detail, actors }) => [kind, detail, actors])).toContainEqual([
    'offer_ended',
    null,
    [],
  ])
  expect(await cleo.does(listAskedIntroductions, {})).toEqual([])
  expect((await told(cleo)).map(({ kind }) => kind)).toEqual([])
})

test('an introducer who leaves or is disabled after the yes: the two keep their addresses', async () => {
  await begin(cleo)
  await ada.does(moveOffer, { id: bobs, to: 'accepted' })
  await cleo.does(answerOffer, { id: bobs, answer: 'yes' })
  const seen = async (member: Member) => {
    const { offers, asked } = await member.does(getOffers, { id })
    const { contacts, introducer } = asked ?? offers.find(offer => offer.id === bobs) ?? {}
    return [introducer?.full_name, contacts?.requester.email, contacts?.target?.email]
  }
  const both = [ada.email, cleo.email]
  await server.owner.run(sql`update users set disabled_at = now() where id = ${bob.user_id}`)
  for (const member of [ada, cleo]) expect(await seen(member)).toEqual(['Bob', ...both])
  await leaves(bob)
  for (const member of [ada, cleo]) expect(await seen(member)).toEqual(['', ...both])
  expect(await server.owner.rows(sql`select note from introduction_offers where id = ${bobs}`)).toEqual([{ note: '' }])
})

test.each(['anonymise', 'remove'])('a requester who leaves (%s): offers on what remains are closed', async choice => {
  await begin(cleo)
  await eve.does(addIntroductionComment, { requestId: id, comment_text: 'Good luck' })
  await ada.does(moveOffer, { id: bobs, to: 'accepted' })
  await cleo.does(answerOffer, { id: bobs, answer: 'yes' })
  await leaves(ada, choice)
  expect(await stateIn(server, bobs)).toBe('closed: requester_left')
  expect(await offerOf(bob, id)).toMatchObject({ state: 'closed', closed_word: 'requester_left', contacts: null })
  expect(await cleo.does(getOffers, { id })).toMatchObject({ asked: null })
  expect(await eve.does(getOffers, { id })).toMatchObject({ can_offer: false })
  expect((await told(bob))[0]).toMatchObject({ kind: 'offer_ended', detail: 'requester_left' })
  expect(await server.owner.rows(sql`select 1 from introduction_contacts where offer_id = ${bobs}`)).toEqual([])
})

test('a target who leaves: the offer ends, and both are told that it is the target who is not here any more', async () => {
  await begin(cleo)
  await ada.does(moveOffer, { id: bobs, to: 'accepted' })
  await cleo.does(answerOffer, { id: bobs, answer: 'yes' })
  await leaves(cleo)
  expect(await stateIn(server, bobs)).toBe('closed: target_left')
  expect(JSON.stringify(await ada.does(getOffers, { id }))).not.toContain(cleo.email)
  for (const member of [ada, bob])
    expect((await told(member))[0]).toMatchObject({ kind: 'offer_ended', detail: 'target_left' })
})
