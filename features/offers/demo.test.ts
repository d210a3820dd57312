import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { startDemoServer } from '../../tests/demo-server.ts'
import type { Member, TestServer } from '../../tests/test-server.ts'
import { listIntroductionRequests, listStatusChanges } from '../introductions/contract.ts'
import { answerOffer, getOffers, listAskedIntroductions, moveOffer, reportAnswer } from './contract.ts'
import { told } from './story.ts'

let server: TestServer
let maya: Member
beforeAll(async () => {
  ;({ server, maya } = await startDemoServer(inject('adminUrl')))
})
afterAll(() => server.close())

test('the demo account is told of offers, a question, a yes and an acceptance', async () => {
  const all = await told(maya)
  expect(all.map(({ kind }) => kind).sort()).toEqual([
    'introduction_agreed',
    'introduction_agreed',
    'introduction_wanted',
    'offer_accepted',
    'offer_made',
  ])
  expect(all.filter(({ title, is_read }) => !title || is_read)).toEqual([])
  expect(await server.owner.rows(sql`select 1 from notifications where user_id <> ${maya.user_id}`)).toEqual([])
})

test('the newest requests are in the order of time, and their steps too', async () => {
  const listed = await maya.does(listIntroductionRequests, { limit: 10 })
  const dates = listed.map(({ created_at }) => Date.parse(created_at))
  expect(dates).toEqual(dates.toSorted((a, b) => b - a))
  const kinds = await server.owner.rows<{ kinds: string }>(sql`
    select string_agg(s.kind, ' ' order by s.created_at) as kinds from introduction_steps s join introduction_offers o on o.id = s.offer_id
    where o.created_at > now() - interval '1 day' group by o.id order by 1`)
  expect(kinds.map(row => row.kinds)).toEqual([
    'offered',
    'offered',
    'offered accepted',
    'offered accepted agreed',
    'offered accepted asked',
    'offered accepted asked agreed',
    'offered passed',
  ])
})

test('all can be played on: accept, answer, read the contacts, report', async () => {
  const mine = await maya.does(listIntroductionRequests, { mine: 'true' })
  const offered = mine.find(({ offers_count, status }) => offers_count === 2 && status === 'pending')
  const { offers } = await maya.does(getOffers, { id: offered?.id ?? 0 })
  expect(offers.map(({ state, can }) => [state, can])).toEqual([
    ['open', ['accepted']],
    ['open', ['accepted']],
  ])
  await maya.does(moveOffer, { id: offers[0]?.id ?? '', to: 'accepted' })

  const [question] = await maya.does(listAskedIntroductions, {})
  await maya.does(answerOffer, { id: question?.offer_id ?? '', answer: 'yes' })

  const approved = mine.filter(({ status, offers_count }) => status === 'approved' && offers_count === 1)
  const outside = approved.find(({ target_profile_id }) => target_profile_id === null)
  expect((await maya.does(getOffers, { id: outside?.id ?? 0 })).offers[0]?.contacts?.target).toMatchObject({
    full_name: 'Rosalind Frey',
    email: 'rosalind.frey@example.com',
  })
  expect((await maya.asks('GET', '/outbox')).text).toContain('Rosalind Frey, please meet')
  const agreed = approved.find(({ target_profile_id }) => target_profile_id !== null)
  const [introduction] = (await maya.does(getOffers, { id: agreed?.id ?? 0 })).offers.filter(
    ({ state }) => state === 'agreed',
  )
  expect(introduction?.contacts).toMatchObject({
    requester: { email: expect.stringContaining('@') },
    target: { email: expect.stringContaining('@') },
  })
  const history = await maya.does(listStatusChanges, { id: agreed?.id ?? 0 })
  expect(history.map(({ to_status, is_automatic }) => [to_status, is_automatic])).toEqual([
    ['pending', false],
    ['in_progress', true],
    ['approved', true],
  ])

  const accepted = (await told(maya)).find(({ kind }) => kind === 'offer_accepted')
  const [own] = (await maya.does(getOffers, { id: Number(accepted?.thread_id) })).offers
  await maya.does(reportAnswer, { id: own?.id ?? '', answer: 'yes' })
})
