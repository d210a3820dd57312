import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, type Person, test } from '../../tests/e2e/fixtures.ts'
import { codeSentTo, protect } from '../../tests/e2e/protect.ts'
import { codeOf } from '../../tests/second-factor.ts'

async function givesPassword(person: Person, who: Person, path = '/auth') {
  await person.opens(path)
  await person.types('Email', who.member.email)
  await person.types('Password', who.member.password)
  await person.clicks('Login')
}

test('Ada signs in in two steps, and arrives where she wanted to go', { tag: ['@AUTH-74'] }, async ({
  ada,
  visitor,
  server,
}) => {
  const { secret } = await protect(server, ada)
  visitor.expects(/status of 400/)
  await givesPassword(visitor, ada, '/settings')
  await visitor.seesHeading('Enter your code')
  await expect(visitor.page.getByLabel('Code', { exact: true })).toBeFocused()
  await visitor.doesNotSee('Login successful')
  await axe(visitor.page)
  await lookAt(visitor.page, 'second-step')
  await visitor.types('Code', '000000')
  await visitor.clicks('Verify')
  await visitor.isTold('destructive', 'Login failed', 'This code is not right.')
  await expect(visitor.page.getByLabel('Code', { exact: true })).toHaveValue('000000')
  const code = codeOf(secret)
  await visitor.types('Code', `${code.slice(0, 3)} ${code.slice(3)}`)
  await visitor.clicks('Verify')
  await visitor.isTold('success', 'Login successful', 'Welcome back!')
  await visitor.isAt('/settings')
  await visitor.page.reload()
  await visitor.seesHeading('Settings')
})

test('with the password alone, every page shows the second step and no live stream opens', { tag: '@main' }, async ({
  ada,
  visitor,
  server,
}) => {
  await protect(server, ada)
  const streams = visitor.requestsTo(/\/api\/live/)
  await givesPassword(visitor, ada)
  await visitor.seesHeading('Enter your code')
  for (const path of ['/', '/members', '/direct-login']) {
    await visitor.opens(path)
    await visitor.isAt(path === '/direct-login' ? path : '/auth')
    await visitor.seesHeading('Enter your code')
  }
  expect(streams).toEqual([])
})

test('a remembered device skips the second step; Cancel signs out', async ({ ada, visitor, server }) => {
  const { secret } = await protect(server, ada)
  await givesPassword(visitor, ada, '/direct-login')
  await visitor.clicks('Cancel')
  await expect(visitor.page.getByLabel('Password', { exact: true })).toBeVisible()
  expect((await visitor.page.context().cookies()).map(cookie => cookie.name)).not.toContain('session')

  await givesPassword(visitor, ada, '/direct-login')
  await visitor.page.getByLabel('Remember this device for 30 days').check()
  await visitor.types('Code', codeOf(secret))
  await visitor.clicks('Verify')
  await visitor.isAt('/')
  // Reads that are answered after the sign-out would be refused.
  await visitor.seesHeading('Recent Activity Sample')
  await visitor.clicks('Log out')
  await visitor.isAt('/auth')
  await givesPassword(visitor, ada)
  await visitor.isAt('/')
})

test('a recovery code signs in once', { tag: '@main' }, async ({ ada, visitor, newVisitor, server }) => {
  const { codes } = await protect(server, ada)
  await givesPassword(visitor, ada)
  await visitor.clicks('Use a recovery code')
  await visitor.seesHeading('Use a recovery code')
  await axe(visitor.page)
  await lookAt(visitor.page, 'second-step-recovery')
  await visitor.types('Recovery Code', codes[0] ?? '')
  await visitor.clicks('Verify')
  await visitor.isAt('/')

  const again = await newVisitor()
  again.expects(/status of 400/)
  await givesPassword(again, ada)
  await again.clicks('Use a recovery code')
  await again.types('Recovery Code', codes[0] ?? '')
  await again.clicks('Verify')
  await again.isTold('destructive', 'Login failed', 'This recovery code is not right or was used already.')
  await again.clicks('Use Pixel (authenticator app)')
  await again.seesHeading('Enter your code')
  // Switching the method clears the error, in both directions.
  await again.doesNotSee('This recovery code is not right or was used already.')
  await again.types('Code', '000000')
  await again.clicks('Verify')
  await again.isTold('destructive', 'Login failed', 'This code is not right.')
  await again.clicks('Use a recovery code')
  await again.doesNotSee('This code is not right.')
})

test('a phone gets its code when asked to', async ({ ada, visitor, server }) => {
  const { phone } = await protect(server, ada, 'phone')
  await givesPassword(visitor, ada)
  await visitor.sees('Get a code by phone')
  await axe(visitor.page)
  await lookAt(visitor.page, 'second-step-phone')
  await visitor.clicks('Send by SMS')
  await visitor.sees(/We have sent six digits to/)
  await lookAt(visitor.page, 'second-step-phone-sent')
  const sent = async () => (await server.owner.rows(sql`select 1 from outbox where recipient = ${phone}`)).length
  const before = await sent()
  visitor.expects(/status of 400/)
  await visitor.types('Code', '000000')
  await visitor.clicks('Verify')
  await visitor.isTold('destructive', 'Login failed', 'This code is not right.')
  await visitor.clicks('Send again')
  await expect.poll(sent).toBe(before + 1)
  await expect(visitor.page.getByRole('status').filter({ hasText: 'A new code was sent.' })).toBeVisible()
  // Immediately, before the toast times out.
  expect(await visitor.page.getByText('This code is not right.').count()).toBe(0)
  await axe(visitor.page)
  await lookAt(visitor.page, 'second-step-phone-again')
  await visitor.types('Code', await codeSentTo(server, phone))
  await visitor.clicks('Verify')
  await visitor.isAt('/')
})
