import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { getOffers, makeOffer, moveOffer } from '../offers/contract.ts'
import {
  createIntroductionRequest,
  deleteIntroductionRequest,
  getBlurb,
  getIntroductionRequest,
  listIntroductionRequests,
  saveBlurb,
} from './contract.ts'

let server: TestServer
let ada: Member
let bob: Member
let id: number
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
beforeEach(async () => {
  ada = await server.member('Ada Osei')
  bob = await server.member('Bob Kowalski')
  const words = { request_title: 'Meet a dispatcher', context: 'Because trucks wait.', your_company: 'Lakeline' }
  id = (await ada.does(createIntroductionRequest, { ...words, target_profile_id: bob.profile_id })).id
})
afterAll(() => server.close())

const path = () => `/api/introduction-requests/${id}/blurb`

test('a request has no blurb at first; the requester writes one and changes it', async () => {
  expect(await ada.does(getBlurb, { id })).toEqual({ id, text: null, can_edit: true, version: 0 })
  const first = await ada.does(saveBlurb, { id, text: ' I am Ada.\r\n\r\nWe book trucks. ', version: 0 })
  expect(first).toEqual({ id, text: 'I am Ada.\n\nWe book trucks.', can_edit: true, version: 1 })
  expect(await ada.does(saveBlurb, { id, text: 'We book trucks.', version: 1 })).toMatchObject({ version: 2 })
  expect(await ada.does(getBlurb, { id })).toEqual({ id, text: 'We book trucks.', can_edit: true, version: 2 })
})

test('others do not learn whether there is one, from no reply and no live update', async () => {
  const seen = async () => [
    (await bob.asks('GET', path())).text,
    await bob.does(getIntroductionRequest, { id }),
    await bob.does(listIntroductionRequests, {}),
    (await bob.asks('GET', `/introduction-requests?request=${id}`)).text.includes('We book trucks'),
    await server.owner.rows(sql`select kind, op, row_id from live_changes order by id`),
    await server.owner.rows(sql`select kind, subject_id from notification_acts order by kind, subject_id`),
  ]
  const before = await seen()
  expect(JSON.parse(String(before[0]))).toEqual({ id, text: null, can_edit: false })
  await ada.does(saveBlurb, { id, text: 'We book trucks.' })
  await ada.does(saveBlurb, { id, text: 'We book trucks for importers.' })
  expect(await seen()).toEqual(before)
})

test('only the requester writes it, also with a wrong text', async () => {
  for (const text of ['Mine now', '', 7]) expect(await bob.tries('PUT', path(), { text })).toBe(403)
  expect(await bob.tries('GET', '/api/introduction-requests/2000000000/blurb')).toBe(404)
  await ada.does(saveBlurb, { id, text: 'We book trucks.' })
  await server.db.asMember(bob, async tx => {
    expect(await tx.rows(sql`select * from introduction_blurbs`)).toEqual([])
    await tx.run(sql`update introduction_blurbs set text = 'Mine now'`)
  })
  const insert = sql`insert into introduction_blurbs (request_id, text) values (${id}, 'Mine now')`
  await expect(server.db.asMember(bob, tx => tx.run(insert))).rejects.toThrow(/row-level security/)
  expect(await ada.does(getBlurb, { id })).toMatchObject({ text: 'We book trucks.', version: 1 })
})

test('a text that shows nothing or is too long is refused at its field', async () => {
  const problem = async (text: unknown) => {
    const { status, json } = await ada.asks('PUT', path(), { text })
    expect(status).toBe(400)
    return (json as { fields: { text: string } }).fields.text
  }
  for (const text of ['', ' \n ', '\u200b']) expect(await problem(text)).toBe('Please enter a text.')
  expect(await problem('x'.repeat(4001))).toBe('At most 4,000 characters; this is 4,001.')
  const longest = 'ü'.repeat(4000)
  expect(await ada.does(saveBlurb, { id, text: longest })).toMatchObject({ text: longest })
})

test('of the first texts from two tabs one is kept, and the other is told', async () => {
  const save = (text: string) => ada.tries('PUT', path(), { text, version: 0 })
  expect((await Promise.all([save('One'), save('Two')])).sort()).toEqual([200, 409])
})

test('it is deleted with its request', async () => {
  await ada.does(saveBlurb, { id, text: 'We book trucks.' })
  await ada.does(deleteIntroductionRequest, { id })
  expect(await ada.tries('GET', path())).toBe(404)
  expect(await server.owner.rows(sql`select from introduction_blurbs where request_id = ${id}`)).toEqual([])
})

test('whoever offers the introduction reads the blurb while the offer is live, and the target once asked', async () => {
  const [cleo, dan] = [await server.member('Cleo'), await server.member('Dan')]
  await ada.does(saveBlurb, { id, text: 'We book trucks.' })
  const readers = async () => {
    const texts = await Promise.all([bob, cleo, dan].map(member => member.does(getBlurb, { id })))
    return texts.map(({ text }) => text !== null)
  }
  expect(await readers()).toEqual([false, false, false])
  for (const member of [cleo, dan]) await member.does(makeOffer, { id, note: '' })
  expect(await readers()).toEqual([false, true, true])
  const offer = (await cleo.does(getOffers, { id })).offers[0]?.id ?? ''
  await ada.does(moveOffer, { id: offer, to: 'accepted' })
  expect(await readers()).toEqual([true, true, false])
  expect(await bob.does(getBlurb, { id })).toEqual({ id, text: 'We book trucks.', can_edit: false })
  await cleo.does(moveOffer, { id: offer, to: 'withdrawn' })
  expect(await readers()).toEqual([false, false, false])
})
