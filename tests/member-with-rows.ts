import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { sql } from '../database/connection/sql.ts'
import { createEvent, updateEvent } from '../features/events/contract.ts'
import { createReply, createTopic, likeTopic, visitTopic } from '../features/forum/contract.ts'
import { noteVisit } from '../features/home/contract.ts'
import {
  addIntroductionComment,
  createIntroductionRequest,
  saveBlurb,
  updateIntroductionRequest,
} from '../features/introductions/contract.ts'
import { addInvestor, postComment } from '../features/investors/contract.ts'
import { refuseMember, saveMatchSettings } from '../features/matches/contract.ts'
import { muteMember, updateNotificationSettings } from '../features/notifications/contract.ts'
import { answerOffer, makeOffer, moveOffer, reportAnswer } from '../features/offers/contract.ts'
import { commands } from '../features/operator/commands.ts'
import { askOutcomes } from '../features/outcomes/asking.ts'
import { saveThanks, showIntroductions } from '../features/outcomes/contract.ts'
import { saveProfile } from '../features/profile/contract.ts'
import { turnOnPush } from '../features/push/contract.ts'
import { askThoseWhoKnow, setTie } from '../features/ties/contract.ts'
import { newBrowser } from './push-browser.ts'
import type { Member, TestServer } from './test-server.ts'

/** Part of every text that Lena writes, so that a search of all tables finds what is left of her. */
export const MARK = 'Quillfeather'

/** A member with rows in every table that refers to members, and Bob, who has replied to some of her content. */
export async function memberWithRowsInEveryTable(server: TestServer) {
  const lena = await server.member(`Lena ${MARK}`, { email: `${randomUUID().slice(0, 8)}.${MARK}@example.com` })
  const bob = await server.member('Bob')
  const marked = (what: string) => `${what}, says ${MARK}`

  await lena.does(saveProfile, { ...((await lena.reads('/api/profile')) as object), bio: marked('A bio') } as never)
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#125a8b' } })
    .png()
    .toBuffer()
  await lena.asks('PUT', '/api/profile/avatar', picture, { 'content-type': 'image/png' })
  const { avatar_url } = await lena.reads<{ avatar_url: string }>('/api/profile')

  const topic = (title: string, more = {}) =>
    lena.does(createTopic, { title: marked(title), content: marked('Text'), ...more })
  const lonely = await topic('Nobody answers')
  const answered = await topic('Bob answers')
  const secret = await topic('Anonymous', { is_anonymous: true })
  const hers = await bob.does(createReply, { id: answered.id, content: 'Bob was here' })
  const bobs = await bob.does(createTopic, { title: 'Of Bob', content: 'Bob asks' })
  const reply = await lena.does(createReply, { id: bobs.id, content: marked('A reply') })
  await lena.does(createReply, { id: bobs.id, content: marked('An anonymous reply'), is_anonymous: true })
  await lena.does(likeTopic, { id: bobs.id })

  const { id } = await lena.does(createEvent, {
    title: 'Demo day',
    description: 'Six pitches.',
    location: 'mHUB',
    event_date: '2030-06-01',
  })
  const event = await lena.does(updateEvent, { id, description: 'Seven pitches.' })
  const investor = await lena.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  const theirs = await bob.does(addInvestor, { name: 'Otto Brandt', firm: 'Lakefront' })
  await lena.does(postComment, { id: theirs.id, content: marked('In public'), rating: 5 })
  await lena.does(postComment, { id: theirs.id, content: marked('In private'), rating: 1, is_private: true })

  await lena.does(setTie, { id: theirs.id, kind: 'met' })
  await server.owner.run(sql`select refresh_nightly_ties(0, 1000)`)

  const upload = '/api/resource-files?title=Pilot%20notes&name=notes.txt'
  const sent = await lena.asks('POST', upload, Buffer.from('Notes on pilots'), {
    'content-type': 'application/octet-stream',
  })
  const file = sent.json as { id: number; url: string }

  const asked = { context: marked('Context'), your_company: marked('Company'), target_person: marked('Person') }
  const request = await lena.does(createIntroductionRequest, {
    ...asked,
    request_title: marked('Request'),
    target_email: `target.${MARK}@example.com`,
  })
  await lena.does(saveBlurb, { id: request.id, text: marked('Who I am') })
  const alone = await lena.does(createIntroductionRequest, {
    ...asked,
    request_title: marked('Another'),
    target_investor_id: theirs.id,
    ask_profile_ids: [bob.profile_id ?? 0],
  })
  await lena.does(askThoseWhoKnow, { id: alone.id })
  await lena.does(updateIntroductionRequest, { id: alone.id, status: 'completed' })
  await bob.does(addIntroductionComment, { requestId: request.id, comment_text: 'Bob knows her' })
  const ofBob = await bob.does(createIntroductionRequest, {
    request_title: 'Bob asks',
    context: 'Looking for pilots',
    your_company: 'Kowalski Bikes',
  })
  await lena.does(addIntroductionComment, { requestId: ofBob.id, comment_text: marked('I know her') })

  // Lena offers on a request of Bob; Mia offers on one that asks for Lena, and she says yes.
  await lena.does(makeOffer, { id: ofBob.id, note: marked('I can introduce you') })
  const mia = await server.member('Mia')
  const forLena = await bob.does(createIntroductionRequest, {
    request_title: 'Bob asks for her',
    context: 'Looking for pilots',
    your_company: 'Kowalski Bikes',
    target_person: 'Her',
    target_profile_id: lena.profile_id,
  })
  const offered = (await mia.does(makeOffer, { id: forLena.id })).offers[0]?.id ?? ''
  await bob.does(moveOffer, { id: offered, to: 'accepted' })
  await lena.does(answerOffer, { id: offered, answer: 'yes' })
  // She introduces Bob to Mia: the mail to both is planned, and names her.
  const forMia = await bob.does(createIntroductionRequest, {
    request_title: 'Bob asks for Mia',
    context: 'Looking for pilots',
    your_company: 'Kowalski Bikes',
    target_person: 'Mia',
    target_profile_id: mia.profile_id,
  })
  const hersForMia = (await lena.does(makeOffer, { id: forMia.id })).offers[0]?.id ?? ''
  await bob.does(moveOffer, { id: hersForMia, to: 'accepted' })
  await mia.does(answerOffer, { id: hersForMia, answer: 'yes' })
  await leaveOutcomes(server, { lena, bob, mia })

  // As if she had had us write to the target of his request, which needs a mail server.
  await server.owner.run(sql`
    insert into outside_mails (request_id, user_id, address_hash, token_hash) values (${ofBob.id}, ${lena.user_id}, '\\x00', '\\x00')`)

  const hidden = await topic('Hidden')
  await commands.hide?.run(server.owner, 'post', String(hidden.id))
  await lena.does(visitTopic, { id: bobs.id, last_reply_id: reply.id })
  await lena.does(noteVisit, {})
  await lena.does(muteMember, { id: bob.profile_id ?? 0 })
  await lena.does(refuseMember, { id: bob.profile_id ?? 0 })
  await lena.does(saveMatchSettings, { is_suggested: false })
  await lena.does(updateNotificationSettings, { digest: 'weekly' })
  await lena.does(turnOnPush, newBrowser().subscription)
  await leaveAccountTraces(server, lena)
  return {
    lena,
    bob,
    avatar_url,
    lonely,
    answered,
    secret,
    hers,
    bobs,
    reply,
    event,
    investor,
    file,
    theirs,
    request,
    alone,
    ofBob,
    hidden,
  }
}

/** Lena introduces Bob to somebody, and Bob her; both say thank you. A week later they are asked about all introductions. */
async function leaveOutcomes(server: TestServer, { lena, bob, mia }: Record<'lena' | 'bob' | 'mia', Member>) {
  for (const [requester, introducer] of [
    [bob, lena],
    [lena, mia],
  ] as const) {
    const { id } = await requester.does(createIntroductionRequest, {
      request_title: 'A buyer of bikes',
      context: 'Looking for pilots',
      your_company: 'Kowalski Bikes',
      target_person: 'Jolene Harmon',
    })
    const offer = (await introducer.does(makeOffer, { id })).offers[0]?.id ?? ''
    await requester.does(moveOffer, { id: offer, to: 'accepted' })
    await introducer.does(reportAnswer, { id: offer, answer: 'yes' })
    const text = requester === lena ? `Thank you, says ${MARK}` : 'Thank you'
    await requester.does(saveThanks, { id: offer, text, is_public: true })
  }
  await server.owner.run(
    sql`update introduction_offers set changed_at = now() - interval '8 days' where state = 'agreed'`,
  )
  await askOutcomes(server.db)
  await lena.does(showIntroductions, { is_shown: true })
}

/** Rows about the account, which only the server can read. */
async function leaveAccountTraces(server: TestServer, lena: Member) {
  await lena.asks('POST', '/api/auth/factors', { factor_type: 'totp', friendly_name: MARK })
  await lena.asks('POST', '/api/account/email', { email: `new.${MARK}@example.com` })
  await server.visitor.asks('POST', '/api/auth/forgot-password', { email: lena.email })
  await server.owner.run(sql`
    insert into signed_links (token_hash, purpose, user_id, subject, expires_at) values ('\\x00', 'confirm-address', ${lena.user_id}, ${lena.email}, now())`)
  await server.visitor.asks('POST', '/api/auth/sign-in', { email: lena.email, password: 'a wrong password' })
  await lena.asks('POST', '/api/posts', { title: 'x', content: MARK }, { 'idempotency-key': randomUUID() })
  await server.owner.run(sql`insert into member_mails (user_id, kind) values (${lena.user_id}, 'mention')`)
  await server.owner.run(sql`insert into recovery_codes (user_id, code_hash) values (${lena.user_id}, '\\x00')`)
  await server.owner.run(
    sql`insert into remembered_devices (token_hash, user_id, expires_at) values ('\\x00', ${lena.user_id}, now())`,
  )
}
