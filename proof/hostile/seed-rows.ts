import { createEvent } from '../../features/events/contract.ts'
import { createReply, createTopic, deleteTopic } from '../../features/forum/contract.ts'
import {
  addIntroductionComment,
  createIntroductionRequest,
  saveBlurb,
  updateIntroductionRequest,
} from '../../features/introductions/contract.ts'
import { addInvestor, postComment } from '../../features/investors/contract.ts'
import { makeOffer, moveOffer, reportAnswer } from '../../features/offers/contract.ts'
import { saveThanks } from '../../features/outcomes/contract.ts'
import { shareLink } from '../../features/resources/contract.ts'
import { setTie } from '../../features/ties/contract.ts'
import type { Does } from '../member.ts'

/** In the texts of the anonymous author, and her name: no answer may have both in one row. */
export const ANONYMOUS = 'Qanonymous'
export const AUTHOR = 'Vera Qzhollow'

type LearnId = (noun: string, row: { id: number }) => void
const asked = { context: 'Looking for pilots', your_company: 'Hollow Works', target_person: 'Jolene Harmon' }
const event = { title: 'Demo day', description: 'Six pitches', location: 'mHUB', event_date: '2030-06-01' }

/** Rows with secrets of Vera and Bob, marked; the ids are known to the callers. Returns the ids of offers. */
export async function addSecretRows(vera: Does, bob: Does, mark: string, learnId: LearnId): Promise<string[]> {
  const secret = (what: string) => `${what} ${mark}`
  learnId('posts', await vera(createTopic, { title: `${ANONYMOUS} topic`, content: ANONYMOUS, is_anonymous: true }))
  const topic = await bob(createTopic, { title: 'Which bank?', content: 'For a seed round', tags: ['Fundraising'] })
  learnId('posts', topic)
  learnId('comments', await vera(createReply, { id: topic.id, content: `${ANONYMOUS} reply`, is_anonymous: true }))
  const investor = await bob(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  learnId('investors', investor)
  const comment = { id: investor.id, content: secret('Private'), rating: 1, is_private: true }
  learnId('investor-comments', await vera(postComment, comment))
  await vera(setTie, { id: investor.id, kind: 'met' })
  learnId('direct-events', await bob(createEvent, event))

  const target_email = `target.${mark}@example.com`
  const request = await vera(createIntroductionRequest, { ...asked, request_title: 'A buyer', target_email })
  // Whoever offers on an open request may read its blurb.
  const done = await vera(createIntroductionRequest, { ...asked, request_title: 'A lawyer' })
  await vera(updateIntroductionRequest, { id: done.id, status: 'completed' })
  await vera(saveBlurb, { id: done.id, text: secret('Blurb') })
  const ofBob = await bob(createIntroductionRequest, { ...asked, request_title: 'A pilot' })
  for (const row of [request, done, ofBob]) learnId('introduction-requests', row)
  const [offer] = (await vera(makeOffer, { id: ofBob.id, note: secret('Offer') })).offers
  const [other] = (await bob(makeOffer, { id: request.id, note: secret('Offer') })).offers
  if (!offer || !other) throw new Error('An offer is missing.')
  await bob(moveOffer, { id: offer.id, to: 'accepted' })
  await vera(reportAnswer, { id: offer.id, answer: 'yes' })
  await bob(saveThanks, { id: offer.id, text: secret('Thanks'), is_public: false })
  return [offer.id, other.id]
}

/** A deleted topic, and one to hide, which is returned. Before the attack: until then everybody sees them. */
export async function addRemovedRows(vera: Does, mark: string, learnId: LearnId) {
  const hidden = await vera(createTopic, { title: `Hidden ${mark}`, content: `Hidden ${mark}` })
  const deleted = await vera(createTopic, { title: `Deleted ${mark}`, content: `Deleted ${mark}` })
  await vera(deleteTopic, { id: deleted.id })
  for (const row of [hidden, deleted]) learnId('posts', row)
  return [hidden]
}

/** Rows of a caller, which it may change. */
export async function addOwnRows(mallory: Does, learnId: LearnId): Promise<void> {
  const topic = await mallory(createTopic, { title: 'Mine', content: 'Mine' })
  learnId('posts', topic)
  learnId('comments', await mallory(createReply, { id: topic.id, content: 'Mine' }))
  const investor = await mallory(addInvestor, { name: 'Otto Brandt', firm: 'Lakefront' })
  learnId('investors', investor)
  learnId('investor-comments', await mallory(postComment, { id: investor.id, content: 'Mine', rating: 4 }))
  learnId('direct-events', await mallory(createEvent, event))
  const request = await mallory(createIntroductionRequest, { ...asked, request_title: 'Mine' })
  learnId('introduction-requests', request)
  learnId('introduction-comments', request)
  await mallory(addIntroductionComment, { requestId: request.id, comment_text: 'Mine' })
  learnId('resources', await mallory(shareLink, { title: 'Mine', url: 'https://example.com' }))
}
