import { sql } from '../../database/connection/sql.ts'
import type { Person } from '../../tests/e2e/fixtures.ts'
import { expect, lookAt, test } from '../../tests/e2e/fixtures.ts'
import { saveProfile } from '../profile/contract.ts'
import { createIntroductionRequest } from './contract.ts'

const FORM = '/create-introduction-request'
const target = ({ page }: Person) => page.getByLabel('Target Person')
const email = ({ page }: Person) => page.getByLabel('Target Email')
const offered = ({ page }: Person) => page.getByRole('listbox').getByRole('option')

async function chooses(person: Person, typed: string, name: RegExp) {
  await target(person).fill('')
  await target(person).pressSequentially(typed)
  await offered(person).filter({ hasText: name }).first().click()
}

test('the picker lists name prefixes first, distinguishes equal names and excludes yourself', async ({
  server,
  newMember,
}) => {
  for (const name of [
    'Ada Cavalli',
    'Ann Novak',
    'Bea Oval',
    'Bob Valdez',
    'Cy Chevalier',
    'Di Mihalval',
    'Ed Valance',
  ])
    await server.member(name)
  const seller = await server.member('Aaron Zed')
  await seller.does(saveProfile, { company_name: 'Valuable Goods' })
  for (const [title, company_name] of [
    ['CEO', 'Lakeline'],
    ['CTO', 'Brickyard'],
  ]) {
    const namesake = await server.member('Valerie Chen')
    await namesake.does(saveProfile, { title, company_name })
  }
  const val = await newMember('Val Kim')
  await val.opens(FORM)
  await target(val).pressSequentially('val')
  // The matches of 'va' are shown until those of 'val' have come.
  await expect
    .poll(async () => (await offered(val).allInnerTexts()).map(text => text.split('\n')))
    .toEqual([
      ['VC', 'Valerie Chen', 'CEO at Lakeline'],
      ['VC', 'Valerie Chen', 'CTO at Brickyard'],
      ['BV', 'Bob Valdez'],
      ['EV', 'Ed Valance'],
      ['AC', 'Ada Cavalli'],
      ['BO', 'Bea Oval'],
    ])
  // No name matches: suggests members by company.
  await target(val).fill('')
  await target(val).pressSequentially('valuable')
  await expect(offered(val)).toContainText(['Aaron Zed'])
})

test('members with equal names and empty profiles differ in the picker, and choosing one fills in their email', async ({
  ada,
  server,
}) => {
  const sams = [await server.member('Sam Rivera'), await server.member('Sam Rivera'), await server.member('Sam Rivera')]
  const [first, second, third] = sams
  await server.owner.run(sql`update profiles set created_at = '2026-03-04T18:00:00Z' where id = ${first?.profile_id}`)
  await server.owner.run(sql`update profiles set created_at = '2026-03-09T18:00:00Z' where id = ${second?.profile_id}`)
  await server.owner.run(sql`update profiles set created_at = '2025-11-09T18:00:00Z' where id = ${third?.profile_id}`)
  await ada.opens(FORM)
  await target(ada).pressSequentially('sam')
  await expect(offered(ada)).toHaveText([/March 4, 2026$/, /March 9, 2026$/, /November 2025$/])
  await offered(ada).filter({ hasText: 'March 9' }).click()
  await expect(email(ada)).toHaveValue(String(second?.email))

  // Found by the fuzzy search of the directory.
  await target(ada).fill('')
  await target(ada).pressSequentially('Sam Rivrea')
  await expect(offered(ada)).toHaveText([/March 4, 2026$/, /March 9, 2026$/, /November 2025$/])
  await expect(offered(ada).first()).toBeInViewport()
  await lookAt(ada.page, 'namesakes')
})

test('choosing another target replaces a filled-in email, but not a typed one', { tag: '@main' }, async ({
  ada,
  bob,
  eve,
  newMember,
}) => {
  const quiet = await newMember('Quentin Quiet')
  await quiet.member.http.does(saveProfile, { email_visibility: 'only me' })
  await ada.opens(FORM)
  await chooses(ada, 'bob', /^BK|Bob/)
  await expect(email(ada)).toHaveValue(bob.member.email)
  await chooses(ada, 'eve', /Eve/)
  await expect(target(ada)).toHaveValue('Eve Raman')
  await expect(email(ada)).toHaveValue(eve.member.email)
  // A member with a hidden email: the field is cleared.
  await chooses(ada, 'quentin', /Quentin/)
  await expect(target(ada)).toHaveValue('Quentin Quiet')
  await expect(email(ada)).toHaveValue('')
  // The same member again, and then a name outside the community.
  await chooses(ada, 'eve', /Eve/)
  await expect(email(ada)).toHaveValue(eve.member.email)
  await target(ada).fill('Tom Nakamura')
  await expect(email(ada)).toHaveValue('')

  await email(ada).fill('tom@example.com')
  await chooses(ada, 'bob', /Bob/)
  await expect(target(ada)).toHaveValue('Bob Kowalski')
  await expect(email(ada)).toHaveValue('tom@example.com')

  // Passed from a member's page.
  await ada.opens(`${FORM}?member=${eve.member.http.profile_id}`)
  await expect(email(ada)).toHaveValue(eve.member.email)
  await target(ada).fill('Somebody else')
  await expect(email(ada)).toHaveValue('')
})

test('changing the target to a member replaces the old email', async ({ ada, bob }) => {
  const { id } = await ada.member.http.does(createIntroductionRequest, {
    ...{ request_title: 'Meet a grocer', context: 'We sell shelf sensors.', your_company: 'Shelfie' },
    ...{ target_person: 'Tom Nakamura', target_email: 'tom@example.com' },
  })
  await ada.opens(`/introduction-requests?request=${id}`)
  await ada.clicks('Edit')
  await target(ada).fill('Tom Nakamura Jr.')
  await expect(email(ada)).toHaveValue('tom@example.com')
  await chooses(ada, 'bob', /Bob/)
  await expect(email(ada)).toHaveValue(bob.member.email)
})

test('each target member has a separate draft', async ({ ada, bob, eve }) => {
  const { page } = ada
  const [title, context] = [page.getByLabel('Request Title'), page.getByLabel('Context')] as const
  const asksFor = async (person: Person) => {
    await ada.opens(`/members/${person.member.http.profile_id}`)
    await ada.clicks('Request introduction')
    await ada.isAt(FORM)
    await expect(target(ada)).toHaveValue(person.member.name)
    await expect(email(ada)).toHaveValue(person.member.email)
  }
  await ada.opens(FORM)
  await title.fill('Meet a dispatcher')
  await target(ada).fill('Tom Nakamura')
  await email(ada).fill('tom@example.com')

  await asksFor(bob)
  await expect(title).toHaveValue('')
  await title.fill('Meet Bob')
  await context.fill('Bob knows the rail ramps.')
  await ada.types('Your Company', 'Lakeline Freight')
  await asksFor(eve)
  await expect(title).toHaveValue('')
  await expect(context).toHaveValue('')
  await context.fill('Eve knows the grocers.')

  await ada.clicks('Log out')
  await expect(page.getByRole('alertdialog')).toHaveAccessibleDescription('A new introduction request (3)')
  await ada.clicks('Stay signed in')

  await asksFor(bob)
  await expect(title).toHaveValue('Meet Bob')
  await expect(context).toHaveValue('Bob knows the rail ramps.')
  await ada.clicks('Create Request')
  await ada.isTold('success', 'Request created', 'Your introduction request has been created successfully.')

  // Only the sent draft is removed.
  await asksFor(bob)
  await expect(context).toHaveValue('')
  await asksFor(eve)
  await expect(context).toHaveValue('Eve knows the grocers.')
  await ada.opens(FORM)
  await expect(title).toHaveValue('Meet a dispatcher')
  await expect(target(ada)).toHaveValue('Tom Nakamura')
  await expect(email(ada)).toHaveValue('tom@example.com')
})

test('members with equal names and hidden emails have separate drafts', async ({ ada, server }) => {
  const [first, second] = [await server.member('Sam Rivera'), await server.member('Sam Rivera')]
  for (const sam of [first, second]) await sam.does(saveProfile, { email_visibility: 'only me' })
  const context = ada.page.getByLabel('Context')
  await ada.opens(`/members/${first.profile_id}`)
  await ada.clicks('Request introduction')
  await context.fill('About the first of them.')
  await ada.opens(`/members/${second.profile_id}`)
  await ada.clicks('Request introduction')
  await expect(target(ada)).toHaveValue('Sam Rivera')
  await expect(context).toHaveValue('')
})

test('a picked member is sent with the request, a typed name is not', { tag: '@main' }, async ({
  ada,
  bob,
  eve,
  newMember,
}) => {
  const cleo = await newMember('Cleo Brandt')
  const sent = ada.writesTo(/introduction-requests/)
  const idOf = ({ member }: Person) => member.http.profile_id
  const asks = async (title: string) => {
    await ada.types('Request Title', title)
    await ada.types('Context', 'We sell shelf sensors.')
    await ada.types('Your Company', 'Shelfie')
    await ada.clicks('Create Request')
    await ada.isAt('/introduction-requests')
  }
  const last = () => sent.at(-1)?.body as Record<string, unknown>
  await ada.opens(FORM)
  await chooses(ada, 'bob', /Bob/)
  await chooses(ada, 'eve', /Eve/)
  await ada.page.reload()
  await asks('Meet Eve')
  expect(last()).toMatchObject({ target_person: 'Eve Raman', target_profile_id: idOf(eve) })

  await ada.opens(FORM)
  await chooses(ada, 'bob', /Bob/)
  await target(ada).fill('Bob Kowalski junior')
  await asks('Meet his son')
  expect(last()).toMatchObject({ target_person: 'Bob Kowalski junior' })
  expect(last()).not.toHaveProperty('target_profile_id')

  await ada.opens(`${FORM}?member=${idOf(bob)}`)
  await expect(target(ada)).toHaveValue('Bob Kowalski')
  await asks('Meet Bob')
  expect(last()).toMatchObject({ target_profile_id: idOf(bob) })

  await ada.page.getByRole('cell', { name: 'Meet Bob By Ada Osei' }).click()
  await ada.clicks('Edit')
  await chooses(ada, 'cleo', /Cleo/)
  await expect(email(ada)).toHaveValue(cleo.member.email)
  await ada.clicks('Save Changes')
  await ada.isTold('success', 'Request updated')
  expect(last()).toMatchObject({ target_person: 'Cleo Brandt', target_profile_id: idOf(cleo) })
})
