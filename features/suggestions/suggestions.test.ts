import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { addInvestor, deleteComment, postComment } from '../investors/contract.ts'
import { muteMember, unmuteMember } from '../notifications/contract.ts'
import { commands } from '../operator/commands.ts'
import { saveProfile } from '../profile/contract.ts'
import { removeTie, setTie } from '../ties/contract.ts'
import { listSuggestions } from './contract.ts'

let server: TestServer
let ada: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.owner.run(sql`delete from investors`)
  await server.owner.run(sql`delete from users where id <> former_member()`)
  ada = await server.member('Ada')
})

const idOf = ({ profile_id }: Member) => profile_id ?? 0
const newInvestor = async (who: Member) => (await who.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })).id
/** An investor whom nobody recorded has added. */
async function ownerless() {
  const id = await newInvestor(ada)
  await server.owner.run(sql`update investors set user_id = null where id = ${id}`)
  return id
}
const suggested = async (target: { investor?: number; member?: number }, who = ada) =>
  (await who.does(listSuggestions, target)).map(({ full_name, reasons, can_help_with }) => [
    full_name,
    ...reasons,
    ...can_help_with,
  ])

test('each reason about an investor, ranked', async () => {
  const cleo = await server.member('Cleo')
  const investor = await newInvestor(cleo)
  const tied = ['pitched', 'met', 'invested', 'well'] as const
  for (const kind of tied) await (await server.member(kind)).does(setTie, { id: investor, kind, shown: 'named' })
  expect(await suggested({ investor })).toEqual([
    ['well', 'well'],
    ['invested', 'invested'],
    ['met', 'met'],
    ['pitched', 'pitched'],
    ['Cleo', 'added'],
  ])
})

test('a public comment is a reason once, and several reasons count together', async () => {
  const [cleo, dan, eve] = [await server.member('Cleo'), await server.member('Dan'), await server.member('Eve')]
  const investor = await newInvestor(cleo)
  for (const content of ['Answers quickly.', 'And kindly.']) await dan.does(postComment, { id: investor, content })
  await eve.does(setTie, { id: investor, kind: 'pitched', shown: 'named' })
  await cleo.does(postComment, { id: investor, content: 'Met them in May.' })
  expect(await suggested({ investor })).toEqual([
    ['Cleo', 'commented', 'added'],
    ['Eve', 'pitched'],
    ['Dan', 'commented'],
  ])
})

test('who can help with funding, with introductions, or with what the requester looks for', async () => {
  const investor = await ownerless()
  await ada.does(saveProfile, { needs: ['Hiring', 'Legal Help'] })
  const [all, one, none, other] = [
    await server.member('All'),
    await server.member('One'),
    await server.member('None'),
    await server.member('Other'),
  ]
  await all.does(saveProfile, { can_help_with: ['Introductions', 'Hiring', 'Legal Help', 'Funding', 'Office Space'] })
  await one.does(saveProfile, { can_help_with: ['Hiring'] })
  await none.does(saveProfile, { can_help_with: ['Office Space'] })
  await other.does(saveProfile, { can_help_with: ['Funding'] })
  const three = ['All', 'Funding', 'Hiring', 'Legal Help']
  expect((await suggested({ investor })).sort()).toEqual([three, ['One', 'Hiring'], ['Other', 'Funding']])
  expect((await suggested({ investor }))[0]).toEqual(three)
  // Without an investor, a request does not look for funding.
  expect(await suggested({})).toEqual([
    ['All', 'Hiring', 'Legal Help', 'Introductions'],
    ['One', 'Hiring'],
  ])
})

test('what was said about the investor comes before all that a member can help with', async () => {
  const cleo = await server.member('Cleo')
  const investor = await newInvestor(cleo)
  await ada.does(saveProfile, { needs: ['Hiring', 'Legal Help'] })
  const dan = await server.member('Dan')
  await dan.does(saveProfile, { can_help_with: ['Introductions', 'Hiring', 'Legal Help', 'Funding'] })
  expect((await suggested({ investor })).map(([name]) => name)).toEqual(['Cleo', 'Dan'])
  await cleo.does(saveProfile, { can_help_with: ['Funding'] })
  expect((await suggested({ investor }))[0]).toEqual(['Cleo', 'added', 'Funding'])
})

test('for a member: the same company, however it is written, and the same industry', async () => {
  const target = await server.member('Target')
  await target.does(saveProfile, { company_name: 'Café Lakeline', industry: 'Climate/Clean Tech' })
  const [near, far, elsewhere] = [
    await server.member('Near'),
    await server.member('Far'),
    await server.member('Elsewhere'),
  ]
  await near.does(saveProfile, { company_name: 'CAFE LAKELINE', industry: 'SaaS', can_help_with: ['Introductions'] })
  await far.does(saveProfile, { company_name: 'Another', industry: 'Climate/Clean Tech' })
  await elsewhere.does(saveProfile, { company_name: 'Lakeline', industry: 'SaaS' })
  expect(await suggested({ member: idOf(target) })).toEqual([
    ['Near', 'company', 'Introductions'],
    ['Far', 'industry'],
  ])
  // 'Other' is no common industry, and no company no common company.
  await target.does(saveProfile, { company_name: '', industry: 'Other' })
  await far.does(saveProfile, { company_name: '', industry: 'Other' })
  expect(await suggested({ member: idOf(target) })).toEqual([['Near', 'Introductions']])
})

test('at most five, the same ones each time, and not the same ones for everybody', async () => {
  const investor = await ownerless()
  await server.owner.run(sql`
    with new as (insert into users (email, username) select 'h' || n || '@example.com', 'h' || n from generate_series(1, 300) n returning id)
    insert into profiles (user_id, full_name, can_help_with) select id, 'Helper ' || id, '{Funding}' from new`)
  const first = await ada.does(listSuggestions, { investor })
  expect(first).toHaveLength(5)
  expect(await ada.does(listSuggestions, { investor })).toEqual(first)
  // By chance the same place in the order of accounts may be drawn twice, but not every time.
  const ids = (list: typeof first) => list.map(({ id }) => id).join()
  const forOthers = new Set<string>()
  const forOtherTargets = new Set<string>()
  for (let n = 0; n < 4; n++) {
    const other = await server.member(`Other ${n}`)
    forOthers.add(ids(await other.does(listSuggestions, { investor })))
    forOtherTargets.add(ids(await ada.does(listSuggestions, { investor: await ownerless() })))
  }
  expect([...forOthers]).not.toEqual([ids(first)])
  expect([...forOtherTargets]).not.toEqual([ids(first)])
})

test('leaves out oneself, the target, muted and disabled members, and those without a name', async () => {
  const target = await server.member('Target')
  const [muted, disabled, nameless, eve] = [
    await server.member('Muted'),
    await server.member('Disabled'),
    await server.member('Nameless'),
    await server.member('Eve'),
  ]
  const all = [ada, target, muted, disabled, nameless, eve]
  const investor = await newInvestor(ada)
  for (const member of all) {
    await member.does(setTie, { id: investor, kind: 'well', shown: 'named' })
    await member.does(saveProfile, { company_name: 'Lakeline', can_help_with: ['Introductions'] })
  }
  const names = async () => ({
    investor: (await suggested({ investor })).map(([name]) => name).sort(),
    member: (await suggested({ member: idOf(target) })).map(([name]) => name).sort(),
    nobody: (await suggested({})).map(([name]) => name).sort(),
  })
  await server.owner.run(sql`update profiles set full_name = '' where id = ${idOf(nameless)}`)
  const before = ['Disabled', 'Eve', 'Muted']
  expect(await names()).toEqual({ investor: [...before, 'Target'], member: before, nobody: [...before, 'Target'] })
  await ada.does(muteMember, { id: idOf(muted) })
  await commands.disable?.run(server.owner, disabled.email)
  expect(await names()).toEqual({ investor: ['Eve', 'Target'], member: ['Eve'], nobody: ['Eve', 'Target'] })
  await ada.does(unmuteMember, { id: idOf(muted) })
  expect((await names()).member).toEqual(['Eve', 'Muted'])
})

test('nothing private changes a byte: quiet ties, private comments, who muted me, who does not want to be asked', async () => {
  const [cleo, dan, eve] = [await server.member('Cleo'), await server.member('Dan'), await server.member('Eve')]
  const investor = await newInvestor(cleo)
  await dan.does(saveProfile, { can_help_with: ['Funding'] })
  await dan.does(postComment, { id: investor, content: 'In public.' })
  const fetched = async () => {
    const answers: Record<string, string> = {}
    for (const path of [`?investor=${investor}`, `?member=${idOf(cleo)}`, '']) {
      const { status, headers, text } = await ada.asks('GET', `/api/introduction-suggestions${path}`)
      const { date, 'x-request-id': _, ...rest } = headers
      answers[path] = JSON.stringify({ status, rest, text })
    }
    return answers
  }
  const before = await fetched()
  const settings = (may_be_asked: boolean) => dan.asks('PATCH', '/api/notification-settings', { may_be_asked })
  const secret = { id: investor, content: 'In private.', is_private: true }
  for (const act of [
    () => eve.does(setTie, { id: investor, kind: 'well' }),
    () => dan.does(setTie, { id: investor, kind: 'invested', shown: 'quiet' }),
    () => eve.does(postComment, secret),
    () => dan.does(postComment, secret),
    () => settings(false),
    () => dan.does(muteMember, { id: idOf(ada) }),
    () => eve.does(removeTie, { id: investor }),
    () => settings(true),
  ]) {
    await act()
    expect(await fetched()).toEqual(before)
  }
  // The comparison notices what is said in the open.
  await eve.does(setTie, { id: investor, kind: 'well', shown: 'named' })
  expect(await fetched()).not.toEqual(before)
})

test('a reason goes with what it follows from', async () => {
  const [cleo, dan] = [await server.member('Cleo'), await server.member('Dan')]
  const investor = await newInvestor(cleo)
  await dan.does(setTie, { id: investor, kind: 'met', shown: 'named' })
  const { id } = await dan.does(postComment, { id: investor, content: 'Answers quickly.' })
  expect(await suggested({ investor })).toEqual([
    ['Dan', 'met', 'commented'],
    ['Cleo', 'added'],
  ])
  await dan.does(setTie, { id: investor, kind: 'met', shown: 'quiet' })
  await dan.does(deleteComment, { id })
  expect(await suggested({ investor })).toEqual([['Cleo', 'added']])
})

test('a wrong id is refused at its field, and an unknown one is no error', async () => {
  expect(await ada.tries('GET', '/api/introduction-suggestions?investor=x')).toBe(400)
  expect(await suggested({ investor: 99_999_999 })).toEqual([])
  expect(await suggested({ member: 99_999_999 })).toEqual([])
})

test('a few who can help are found among many who cannot', async () => {
  await server.owner.run(sql`
    with new as (insert into users (email, username) select 'm' || n || '@example.com', 'm' || n from generate_series(1, 3000) n returning id)
    insert into profiles (user_id, full_name) select id, 'Member' from new`)
  const helpers = ['Dan', 'Eve', 'Fay']
  for (const name of helpers) await (await server.member(name)).does(saveProfile, { can_help_with: ['Introductions'] })
  expect((await suggested({})).map(([name]) => name).sort()).toEqual(helpers)
})
