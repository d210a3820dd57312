import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { compared } from '../../tests/compare-fetched.ts'
import { notifyAsked } from '../../tests/notify-followers.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { addInvestor } from '../investors/contract.ts'
import { answerOffer, makeOffer, moveOffer } from '../offers/contract.ts'
import { accepted, offers, requestFor, requestOf } from '../offers/story.ts'
import { answerOutcome } from '../outcomes/contract.ts'
import { aWeekPasses, introduced } from '../outcomes/story.ts'
import { saveProfile } from '../profile/contract.ts'
import { askThoseWhoKnow, removeTie, setTie } from '../ties/contract.ts'

/** Every byte of Home, and the stream, of those who may not know of an act. 'posts' are the marks of the comparison. */

let server: TestServer
let url: string
let ada: Member
let bob: Member
let cleo: Member
let dora: Member
let eve: Member
let marker: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  url = await server.listen()
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  cleo = await server.member('Cleo')
  dora = await server.member('Dora')
  eve = await server.member('Eve')
  marker = await server.member('Marker')
  // Eve could help with everything: what she is shown follows from all requests.
  await eve.does(saveProfile, { can_help_with: ['Hiring'] })
  await ada.does(saveProfile, { needs: ['Hiring'] })
})

const paths = ['/api/home/for-me', '/api/home', '/']
const seenBy = async (member: Member, act: () => Promise<unknown>) => {
  const { different, kinds } = await compared({ server, url, member, marker, paths }, act)
  return { different, kinds }
}
const silent = { different: [], kinds: ['posts'] }

test('an offer and its withdrawal change nothing for others, other offerers and the target', async () => {
  const id = await requestFor(ada, cleo)
  await offers(dora, id)
  for (const member of [cleo, dora, eve]) {
    let offer = ''
    expect(
      await seenBy(member, async () => {
        offer = await offers(bob, id)
      }),
    ).toEqual(silent)
    expect(await seenBy(member, () => bob.does(moveOffer, { id: offer, to: 'withdrawn' }))).toEqual(silent)
  }
  // The comparison notices the offer for the requester.
  const { different, kinds } = await seenBy(ada, () => bob.does(makeOffer, { id }))
  expect(different).toContain('/api/home/for-me')
  expect(kinds).toContain('waiting')
})

test("'not now' changes nothing for anybody but the target: it looks like silence", async () => {
  const id = await requestFor(ada, cleo)
  const offer = await accepted(ada, bob, id)
  for (const member of [ada, bob, dora, eve])
    expect(await seenBy(member, () => cleo.does(answerOffer, { id: offer, answer: 'not_now' }))).toEqual(silent)
})

test('what I answered to ‘Did you meet?’ changes nothing for the others', async () => {
  const { id } = await introduced(ada, bob, cleo)
  await aWeekPasses(server)
  for (const member of [cleo, bob, eve])
    expect(await seenBy(member, () => ada.does(answerOutcome, { id, answer: 'useful' }))).toEqual(silent)
})

test('a quiet tie, an ask and whom it told change nothing for the requester and for others', async () => {
  const { id: investor } = await dora.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  const id = await requestOf(ada, { target_investor_id: investor, target_person: 'Ines Vela' })
  for (const member of [ada, eve])
    for (const act of [
      () => bob.does(setTie, { id: investor, kind: 'well' }),
      () => bob.does(removeTie, { id: investor }),
      () => bob.does(setTie, { id: investor, kind: 'met' }),
    ])
      expect(await seenBy(member, act)).toEqual(silent)
  const ask = async () => {
    await ada.does(askThoseWhoKnow, { id })
    await notifyAsked(server)
  }
  expect(await seenBy(eve, ask)).toEqual(silent)
  const { text } = await bob.asks('GET', '/api/home/for-me')
  expect(text).toContain('asked')
  // The answer of the one who was told is an offer, which the requester alone sees.
  expect(await seenBy(eve, () => bob.does(makeOffer, { id }))).toEqual(silent)
})

test('the ask tells the requester nothing of whom it told', async () => {
  const { id: investor } = await dora.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await bob.does(setTie, { id: investor, kind: 'met' })
  const id = await requestOf(ada, { target_investor_id: investor, target_person: 'Ines Vela' })
  await ada.does(askThoseWhoKnow, { id })
  expect(await seenBy(ada, () => notifyAsked(server))).toEqual(silent)
})
