import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { mailJobs, mailsTo, zoneAtHour } from '../../tests/mail-jobs.ts'
import { openStream } from '../../tests/server/stream.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createReply, createTopic, deleteReply, likeTopic } from '../forum/contract.ts'
import { addIntroductionComment, createIntroductionRequest } from '../introductions/contract.ts'
import { addInvestor, postComment, updateComment } from '../investors/contract.ts'
import { commands } from '../operator/commands.ts'
import { updateNotificationSettings } from './contract.ts'
import { kinds } from './shared/kinds.ts'

/** Everything a member receives about something that they may not know, beside the same act in the open. */

let server: TestServer
let url: string
let people: People
let tests = 0
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  url = await server.listen()
  // Ids of profiles that occur nowhere else, so that they can be searched for.
  await server.owner.run(sql`alter sequence profiles_id_seq restart with 7700000`)
})
afterAll(() => server.close())
beforeEach(async () => {
  // Members of earlier tests get no digest.
  await server.owner.run(sql`update users set disabled_at = now()`)
  tests += 1
  const [name, text] = [`Xanthippe ${tests}`, `zinnober-${tests}`]
  people = {
    ada: await server.member('Ada'),
    bob: await server.member('Bob'),
    secret: await server.member(name),
    name,
    text,
  }
  await server.owner.run(sql`update users set created_at = now() - interval '2 days' where disabled_at is null`)
  for (const member of [people.bob, people.secret]) await member.does(updateNotificationSettings, { digest: 'never' })
  await people.ada.does(updateNotificationSettings, { time_zone: zoneAtHour(8) })
})

/** Ada receives; `secret` is the member of this name who writes this text. */
type People = { ada: Member; bob: Member; secret: Member; name: string; text: string }
type What = 'text' | 'name' | 'profile id' | 'account id' | 'address'
/** `secrets`: what the recipient learns of the act in the open, and must not learn otherwise. */
type Case<Act> = { secrets: What[]; act: Act }
/** `isOpen`: neither private nor anonymous. */
type Concealed = Case<(people: People, isOpen: boolean) => Promise<unknown>>
/** Returns the function that takes the act back. */
type TakenBack = Case<(people: People) => Promise<() => Promise<unknown> | undefined>>

const idOf = ({ profile_id }: Member) => profile_id ?? 0
const topicOf = async (member: Member, more = {}) =>
  (await member.does(createTopic, { title: 'Payroll', content: 'Who does it?', ...more })).id
const requestOf = async (member: Member) =>
  (
    await member.does(createIntroductionRequest, {
      request_title: 'Freight',
      context: 'Looking for pilots',
      your_company: 'Lake',
    })
  ).id
const investorOf = async (member: Member) =>
  (await member.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })).id

/** Whatever a member can do that tells Ada. */
async function actEverywhere({ ada, secret, text }: People) {
  const id = await topicOf(ada)
  await secret.does(createReply, { id, content: text })
  await secret.does(likeTopic, { id })
  await secret.does(createTopic, { title: 'Meet', content: `@Ada ${text}`, mentions: [idOf(ada)] })
  await secret.does(addIntroductionComment, { requestId: await requestOf(ada), comment_text: text })
  await secret.does(postComment, { id: await investorOf(ada), content: text })
  await secret.does(createIntroductionRequest, {
    request_title: text,
    context: text,
    your_company: text,
    target_person: 'Ada',
    target_profile_id: idOf(ada),
  })
}

const leaves = (choice: 'remove' | 'anonymise') => async (people: People) => {
  await actEverywhere(people)
  return () => server.owner.run(sql`select delete_account(${people.secret.user_id}, ${choice})`)
}

const concealed: Record<string, Concealed> = {
  'a private comment on an investor': {
    secrets: ['text', 'name', 'profile id'],
    async act({ ada, secret, text }, isOpen) {
      const id = await investorOf(ada)
      await secret.does(postComment, { id, content: `@Ada ${text}`, is_private: !isOpen, mentions: [idOf(ada)] })
    },
  },
  'the author of an anonymous topic': {
    secrets: ['name', 'profile id'],
    async act({ ada, bob, secret, text }, isOpen) {
      const more = { content: `@Ada ${text}`, is_anonymous: !isOpen, mentions: [idOf(ada)] }
      const id = await topicOf(secret, more)
      await ada.does(createReply, { id, content: 'Following' })
      await bob.does(createReply, { id, content: 'Me too' })
      await secret.does(createReply, { id, content: 'Thank you', is_anonymous: !isOpen })
    },
  },
  'an anonymous mention': {
    secrets: ['text', 'name', 'profile id'],
    async act({ ada, secret, text }, isOpen) {
      await topicOf(secret, { content: `@Ada ${text}`, is_anonymous: !isOpen, mentions: [idOf(ada)] })
    },
  },
  'the author of an anonymous reply': {
    secrets: ['name', 'profile id'],
    async act({ ada, bob, secret, text }, isOpen) {
      const id = await topicOf(ada)
      await bob.does(createReply, { id, content: 'Me too' })
      await secret.does(createReply, { id, content: text, is_anonymous: !isOpen })
    },
  },
  'who likes an anonymous topic': {
    secrets: ['name', 'profile id'],
    async act({ ada, secret }, isOpen) {
      await secret.does(likeTopic, { id: await topicOf(ada, { is_anonymous: !isOpen }) })
    },
  },
}

const takenBack: Record<string, TakenBack> = {
  'a comment on an investor that is made private': {
    secrets: ['text', 'name', 'profile id'],
    async act({ ada, secret, text }) {
      const { id } = await secret.does(postComment, { id: await investorOf(ada), content: text })
      return () => secret.does(updateComment, { id, is_private: true })
    },
  },
  'a topic that the operator hides': {
    secrets: ['text', 'name', 'profile id'],
    async act({ ada, bob, secret, text }) {
      const id = await topicOf(secret, { title: text, content: `@Ada ${text}`, mentions: [idOf(ada)] })
      await ada.does(createReply, { id, content: 'Following' })
      await bob.does(createReply, { id, content: 'Me too' })
      return () => commands.hide?.run(server.owner, 'post', String(id))
    },
  },
  'a deleted reply': {
    secrets: ['text', 'name', 'profile id'],
    async act({ ada, secret, text }) {
      const { id } = await secret.does(createReply, {
        id: await topicOf(ada),
        content: `@Ada ${text}`,
        mentions: [idOf(ada)],
      })
      return () => secret.does(deleteReply, { id })
    },
  },
  'the acts of a disabled account': {
    secrets: ['text', 'name'],
    async act(people) {
      await actEverywhere(people)
      return () => commands.disable?.run(server.owner, people.secret.email)
    },
  },
  'a member who left and deleted everything': { secrets: ['text', 'name'], act: leaves('remove') },
  'a member who left and kept everything without their name': { secrets: ['name'], act: leaves('anonymise') },
}

/** Does the act, lets the jobs run and returns every byte that Ada gets. */
async function received(way: 'mail' | 'digest', act: (jobs: ReturnType<typeof mailJobs>) => Promise<unknown>) {
  const { ada, bob } = people
  const choices = kinds.filter(kind => kind !== 'account_safety').map(kind => [kind, way] as const)
  await ada.does(updateNotificationSettings, { ways: Object.fromEntries(choices) })
  const stream = await openStream(url, ada.cookies)
  onTestFinished(() => stream.close())
  await expect.poll(() => stream.messages.length, { timeout: 10_000 }).toBeGreaterThan(0)
  const jobs = mailJobs(server)
  await act(jobs)
  await jobs.mail()
  await jobs.digest()
  expect(jobs.failures).toEqual([])
  const last = await topicOf(bob)
  await expect.poll(() => stream.changes, { timeout: 10_000 }).toContainEqual(expect.objectContaining({ id: last }))
  const answers = await Promise.all(
    ['/api/notifications', '/api/notifications?unread=true', '/api/notifications/unread', '/notifications'].map(path =>
      ada.asks('GET', path),
    ),
  )
  const mails = await mailsTo(server, ada)
  return {
    bell: answers.map(answer => answer.text).join('\n'),
    stream: stream.text,
    mail: mails.map(({ headers, ...mail }) => [...Object.values(mail), JSON.stringify(headers)].join('\n')).join('\n'),
  }
}

const channels = ['bell', 'stream', 'mail'] as const

/** Where which words occur, such as 'name in mail'. */
function found(got: Awaited<ReturnType<typeof received>>, wanted: What[]): string[] {
  const { secret, name, text } = people
  const words = {
    text,
    name,
    'profile id': String(secret.profile_id),
    'account id': secret.user_id,
    address: secret.email,
  }
  return channels.flatMap(channel =>
    wanted.filter(what => got[channel].includes(words[what])).map(what => `${what} in ${channel}`),
  )
}
const NEVER: What[] = ['account id', 'address']

/** The stream contains no words. Links in mails lead to texts, not to profiles. */
const told = (secrets: What[]) =>
  secrets.flatMap(what => [`${what} in bell`, ...(what === 'profile id' ? [] : [`${what} in mail`])]).sort()

describe.each(['mail', 'digest'] as const)('by %s', way => {
  test.each(Object.entries({ ...concealed, ...takenBack }))('%s: told in the open', async (_, { secrets, act }) => {
    const got = await received(way, () => act(people, true))
    expect(found(got, secrets).sort()).toEqual(told(secrets))
    expect(found(got, NEVER)).toEqual([])
    expect(got.stream).toContain('"notifications"')
  })

  test.each(Object.entries(concealed))('%s is in no byte', async (_, { secrets, act }) => {
    const got = await received(way, () => act(people, false))
    expect(found(got, [...secrets, ...NEVER])).toEqual([])
  })

  test.each(Object.entries(takenBack))('%s is in no byte', async (_, { secrets, act }) => {
    const got = await received(way, async () => (await act(people))())
    expect(found(got, [...secrets, ...NEVER])).toEqual([])
  })
})

test.each(Object.entries(takenBack))('%s: a mail that waits in the outbox is deleted', async (_, { secrets, act }) => {
  const got = await received('mail', async jobs => {
    const takeBack = await act(people)
    await jobs.mail()
    expect(await mailsTo(server, people.ada)).not.toEqual([])
    await takeBack()
  })
  expect(found(got, [...secrets, ...NEVER])).toEqual([])
})
