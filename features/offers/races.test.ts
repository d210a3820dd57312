import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { updateIntroductionRequest } from '../introductions/contract.ts'
import { getOffers } from './contract.ts'
import { expireOffers } from './expiry.ts'
import { accepted, offers, requestFor, stateIn } from './story.ts'

/** What happens at the same moment leaves one outcome. Each race runs several times, since either may win. */
const TIMES = 8

let server: TestServer
let ada: Member
let bob: Member
let cleo: Member
let dora: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  cleo = await server.member('Cleo')
  dora = await server.member('Dora')
})

type Act = () => ReturnType<Member['asks']>
const moves = (member: Member, offer: string, to: string) => () =>
  member.asks('POST', `/api/offers/${offer}/move`, { to })
const answers = (member: Member, offer: string, answer: string) => () =>
  member.asks('POST', `/api/offers/${offer}/answer`, { answer })
const reports = (member: Member, offer: string, answer: string) => () =>
  member.asks('POST', `/api/offers/${offer}/report`, { answer })

/** Both at once, in either order. Returns the statuses in the given order, and the messages of the refused. */
async function race(turn: number, first: Act, second: Act) {
  const acts = turn % 2 ? [first, second] : [second, first]
  const all = await Promise.all(acts.map(act => act()))
  const inOrder = turn % 2 ? all : all.reverse()
  const errors = inOrder.filter(({ status }) => status >= 300).map(({ json }) => (json as { error: string }).error)
  return { statuses: inOrder.map(({ status }) => status), errors }
}

/** One happened, and the other was refused with a message. */
const expectOne = ({ statuses, errors }: Awaited<ReturnType<typeof race>>) => {
  expect([...statuses].sort()).toEqual([200, 409])
  expect(errors[0]).toMatch(/^(This|You) .+\.$/)
}

test('two acceptances: one offer is accepted, the other one has ended', async () => {
  for (let turn = 0; turn < TIMES; turn++) {
    const id = await requestFor(ada, null)
    const [bobs, doras] = [await offers(bob, id), await offers(dora, id)]
    const result = await race(turn, moves(ada, bobs, 'accepted'), moves(ada, doras, 'accepted'))
    expectOne(result)
    const states = [await stateIn(server, bobs), await stateIn(server, doras)]
    expect(states).toEqual(result.statuses[0] === 200 ? ['accepted', 'passed'] : ['passed', 'accepted'])
  }
})

test('a withdrawal at the moment of the acceptance: the acceptance is refused, or the accepted offer is withdrawn', async () => {
  for (let turn = 0; turn < TIMES; turn++) {
    const id = await requestFor(ada, null)
    const offer = await offers(bob, id)
    const { statuses, errors } = await race(turn, moves(bob, offer, 'withdrawn'), moves(ada, offer, 'accepted'))
    expect(statuses[0]).toBe(200)
    expect(await stateIn(server, offer)).toBe('withdrawn')
    if (statuses[1] !== 200) expect(errors).toEqual(['This offer was withdrawn.'])
    const steps = await server.owner.rows<{ kind: string }>(
      sql`select kind from introduction_steps where offer_id = ${offer} order by created_at`,
    )
    expect(steps.map(({ kind }) => kind)).toEqual(
      statuses[1] === 200 ? ['offered', 'accepted', 'withdrawn'] : ['offered', 'withdrawn'],
    )
  }
})

test("two answers, 'yes' and 'not now': the yes holds, and nothing is said twice", async () => {
  for (let turn = 0; turn < TIMES; turn++) {
    const [requester, target] = [await server.member('Requester'), await server.member('Target')]
    const offer = await accepted(requester, bob, await requestFor(requester, target))
    const { statuses } = await race(turn, answers(target, offer, 'yes'), answers(target, offer, 'not_now'))
    expect(statuses[0]).toBe(200)
    expect([200, 409]).toContain(statuses[1])
    expect(await stateIn(server, offer)).toBe('agreed')
    const answer = sql`select answer from introduction_answers where offer_id = ${offer}`
    expect(await server.owner.rows(answer)).toEqual([{ answer: 'yes' }])
  }
})

test('the same answer twice is given once', async () => {
  const offer = await accepted(ada, bob, await requestFor(ada, cleo))
  expectOne(await race(0, answers(cleo, offer, 'yes'), answers(cleo, offer, 'yes')))
  const steps = sql`select 1 from introduction_steps where offer_id = ${offer} and kind = 'agreed'`
  expect(await server.owner.rows(steps)).toHaveLength(1)
})

test('a yes at the moment of the withdrawal: one of them', async () => {
  for (let turn = 0; turn < TIMES; turn++) {
    const [requester, target] = [await server.member('Requester'), await server.member('Target')]
    const id = await requestFor(requester, target)
    const offer = await accepted(requester, bob, id)
    const result = await race(turn, answers(target, offer, 'yes'), moves(bob, offer, 'withdrawn'))
    expectOne(result)
    const isAgreed = result.statuses[0] === 200
    expect(await stateIn(server, offer)).toBe(isAgreed ? 'agreed' : 'withdrawn')
    const contacts = sql`select 1 from introduction_contacts where offer_id = ${offer}`
    expect(await server.owner.rows(contacts)).toHaveLength(isAgreed ? 2 : 0)
  }
})

test('a yes at the moment at which the requester chooses somebody else: one of them', async () => {
  for (let turn = 0; turn < TIMES; turn++) {
    const [requester, target] = [await server.member('Requester'), await server.member('Target')]
    const offer = await accepted(requester, bob, await requestFor(requester, target))
    const result = await race(turn, answers(target, offer, 'yes'), moves(requester, offer, 'closed'))
    expectOne(result)
    expect(await stateIn(server, offer)).toBe(result.statuses[0] === 200 ? 'agreed' : 'closed: requester')
  }
})

test('a report of yes and one of no: one of them', async () => {
  for (let turn = 0; turn < TIMES; turn++) {
    const offer = await accepted(ada, bob, await requestFor(ada, null))
    const result = await race(turn, reports(bob, offer, 'yes'), reports(bob, offer, 'no'))
    expectOne(result)
    expect(await stateIn(server, offer)).toBe(result.statuses[0] === 200 ? 'agreed' : 'closed: reported_no')
  }
})

test('a yes while the nightly job waits for it: the yes holds', async () => {
  const id = await requestFor(ada, cleo)
  const offer = await accepted(ada, bob, id)
  await server.owner.run(
    sql`update introduction_offers set asked_at = asked_at - interval '22 days' where id = ${offer}`,
  )
  let expiring: Promise<void> | undefined
  await server.db.asMember(cleo, async tx => {
    await tx.run(sql`select answer_offer(${offer}, 'yes')`)
    expiring = expireOffers(server.db)
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%expire_offers%'`
    await expect.poll(() => server.owner.rows(waiting)).toHaveLength(1)
  })
  await expiring
  expect(await stateIn(server, offer)).toBe('agreed')
})

test('ten offers of one member at once are one offer', async () => {
  const id = await requestFor(ada, null)
  const tries = Array.from({ length: 10 }, () => bob.asks('POST', `/api/introduction-requests/${id}/offers`, {}))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([201, ...Array(9).fill(409)])
  expect((await bob.does(getOffers, { id })).offers).toHaveLength(1)
})

test('a declined request and an acceptance, or an offer, at once: no live offer remains', async () => {
  for (let turn = 0; turn < TIMES; turn++) {
    const id = await requestFor(ada, null)
    const offer = await offers(bob, id)
    await Promise.all([
      ada.does(updateIntroductionRequest, { id, status: 'declined' }),
      ada.asks('POST', `/api/offers/${offer}/move`, { to: 'accepted' }),
      dora.asks('POST', `/api/introduction-requests/${id}/offers`, {}),
    ])
    const { status } = await server.owner.one<{ status: string }>(
      sql`select status from introduction_requests where id = ${id}`,
    )
    expect(status).toBe('declined')
    const live = sql`select 1 from introduction_offers where request_id = ${id} and is_live(state)`
    expect(await server.owner.rows(live)).toEqual([])
  }
})
