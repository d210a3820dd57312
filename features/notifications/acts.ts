import { expect, type Person } from '../../tests/e2e/fixtures.ts'
import type { TestServer } from '../../tests/test-server.ts'
import { createEvent } from '../events/contract.ts'
import { createTopic, followTopic } from '../forum/contract.ts'
import { addIntroductionComment, createIntroductionRequest } from '../introductions/contract.ts'
import { addInvestor, postComment } from '../investors/contract.ts'
import { setTie } from '../ties/contract.ts'
import { updateNotificationSettings } from './contract.ts'

export type People = { ada: Person; bob: Person; eve: Person; server: TestServer }

/** What arrives at a member: a sentence in the bell, which is also mailed at once, in the digest, or not mailed at all. */
type Arrives = { bell: string; also: 'mail' | 'digest' | 'nothing' }

/** Bob acts in his browser, while Ada and Eve have the app open. Ada owns the subject; Eve takes part in it, or not. */
export type Row = {
  act: string
  /** Beforehand. What it tells is deleted. */
  given: (people: People) => Promise<number>
  does: (people: People, id: number) => Promise<void>
  ada: Arrives | null
  eve: Arrives | null
}

export const idOf = ({ member }: Person) => member.http.profile_id ?? 0

/** Ada's topic, which Eve follows. */
export async function topic({ ada, eve }: People, more = {}) {
  const { id } = await ada.member.http.does(createTopic, { title: 'Payroll', content: 'Who does it?', ...more })
  await eve.member.http.does(followTopic, { id })
  return id
}
/** A request of Ada, on which Eve commented. */
export async function request({ ada, eve }: People) {
  const { id } = await asks(ada)
  await eve.member.http.does(addIntroductionComment, { requestId: id, comment_text: 'Me too' })
  return id
}
export const asks = ({ member }: Person, more = {}) =>
  member.http.does(createIntroductionRequest, {
    request_title: 'Freight',
    context: 'Looking for pilots',
    your_company: 'Lake',
    ...more,
  })
/** An investor that Ada added and Eve wrote about. */
export async function investor({ ada, eve }: People) {
  const { id } = await ada.member.http.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await eve.member.http.does(postComment, { id, content: 'Met her once.' })
  return id
}
export const event = async ({ ada }: People) => {
  const details = { title: 'Demo day', description: 'Six pitches', location: 'mHUB', event_date: '2030-06-01' }
  return (await ada.member.http.does(createEvent, details)).id
}

export async function replies(person: Person, id: number, text: string) {
  await person.opens(`/forum/${id}`)
  await person.types('Your reply', text)
  await person.clicks('Post')
  await person.isTold('success', 'Reply posted')
}
export async function likes(person: Person, id: number) {
  const like = person.page.getByRole('button', { name: /^Like/ })
  await person.opens(`/forum/${id}`)
  await person.waitsForWrite(/\/like$/, () => like.click())
  await expect(like).toHaveAttribute('aria-pressed', 'true')
}
export async function comments(person: Person, id: number, text: string) {
  await person.opens(`/introduction-requests?request=${id}`)
  await person.types('Add a comment', text)
  await person.clicks('Add Comment')
  await person.isTold('success', 'Comment added')
}
export async function writesAbout(person: Person, id: number, text: string, { isPrivate = false } = {}) {
  await person.opens(`/investors?investor=${id}`)
  await person.types('Add a comment', text)
  if (isPrivate) await person.page.getByRole('switch', { name: /private/i }).click()
  await person.clicks('Post Comment')
  await person.isTold('success', 'Comment posted')
}

/** An investor to whom Ada has a quiet tie, and Eve, who does not want to be asked. */
export async function knownInvestor({ ada, bob, eve }: People) {
  const { id } = await bob.member.http.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await ada.member.http.does(setTie, { id, kind: 'met' })
  await eve.member.http.does(setTie, { id, kind: 'well', shown: 'named' })
  await eve.member.http.does(updateNotificationSettings, { may_be_asked: false })
  return id
}
/** The same, where both said it in the open. */
export async function openlyKnownInvestor(people: People) {
  const id = await knownInvestor(people)
  await people.ada.member.http.does(setTie, { id, kind: 'met', shown: 'named' })
  return id
}
export async function asksByName(person: Person, investorId: number) {
  await person.opens(`/create-introduction-request?investor=${investorId}`)
  await person.types('Request Title', 'Freight')
  await person.types('Context', 'Looking for pilots')
  await person.types('Your Company', 'Lake')
  for (const name of ['Ada Osei', 'Eve Raman']) await person.page.getByRole('checkbox', { name: `Ask ${name}` }).check()
  await person.clicks('Create Request')
  await expect(person.page.getByRole('heading', { name: 'Members you asked' })).toBeVisible()
}
export async function asksThoseWhoKnow(person: Person, investorId: number) {
  const { id } = await asks(person, { target_investor_id: investorId })
  await person.opens(`/introduction-requests?request=${id}`)
  await person.clicks('Ask those who know them')
  await expect(person.page.getByText(/^You asked those who know them/)).toBeVisible()
}

/** Creates a request with Ada as its target. */
export async function picksAda(person: Person) {
  await person.opens('/create-introduction-request')
  await person.types('Request Title', 'Freight')
  await person.types('Context', 'Looking for pilots')
  await person.types('Your Company', 'Lake')
  await person.page.getByLabel('Target Person').pressSequentially('ada os')
  await person.page.getByRole('option', { name: /^Ada Osei/ }).click()
  await person.clicks('Create Request')
  await person.isAt('/introduction-requests')
}
