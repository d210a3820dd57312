import { createTopic } from '../../features/forum/contract.ts'
import { addInvestor } from '../../features/investors/contract.ts'
import { expect, lookAt, mainFor, type Person, test } from './fixtures.ts'
import { coversNoError, coversNothing, keepToasts, sizes } from './uncovered.ts'

const LONG = `The server could not do it. ${'Whatever the reason is, it takes some words to say it. '.repeat(3)}`
const refused = { status: 500, json: { error: LONG, request_id: 'r' } }

/** Opens the form by navigation while an earlier toast, 'Post pinned', is still shown. */
async function comesWithSuccess(person: Person, topic: number, path: string) {
  await person.opens(`/forum/${topic}`)
  await person.page.getByRole('button', { name: /^(Pin|Unpin)$/ }).click()
  await expect(person.page.locator('[data-toast][data-variant=success]')).toBeVisible()
  await person.page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** A form that is opened and refused at every screen size. */
type Form = {
  path: string
  open?: (person: Person) => Promise<void>
  refuse?: (person: Person) => Promise<void>
  errors?: number
}

const click = (name: string) => (person: Person) =>
  person.page.getByRole('button', { name, exact: true }).last().click()
const dialog = (person: Person) => person.page.getByRole('dialog')

const forms: Record<string, Form> = {
  'the profile': {
    path: '/profile',
    open: click('Edit Profile'),
    refuse: async person => {
      await person.types('Bio', 'Ships by rail.')
      await person.gets('**/api/profile', refused)
      await click('Save Profile')(person)
    },
  },
  'a new introduction request': {
    path: '/create-introduction-request',
    refuse: async person => {
      await person.types('Request Title', 'A head of logistics')
      await person.types('Context', 'Somebody who buys freight software')
      await person.types('Your Company', 'Lakeline')
      await person.gets('**/api/direct-introduction-requests', refused)
      await click('Create Request')(person)
    },
  },
  'a new topic': { path: '/forum/new', refuse: click('Create Topic') },
  'a new event': { path: '/events', open: click('Create Event'), refuse: click('Create Event') },
  'a new investor': { path: '/investors', open: click('Add Investor'), refuse: click('Add Investor') },
  'a new resource': { path: '/resources', open: click('Add Resource') },
  'another email': {
    path: '/settings',
    open: click('Change email'),
    refuse: async person => {
      await person.types('New Email', 'ada@example.com')
      await person.gets('**/api/account/email', refused)
      await click('Request link')(person)
    },
  },
  'another password': { path: '/settings', open: click('Change password'), refuse: click('Set new password') },
  leaving: { path: '/settings', open: click('Delete my account'), refuse: click('Delete my account') },
}

for (const [name, form] of Object.entries(forms))
  test(`toasts cover no control: ${name}`, mainFor(name, 'a new topic'), async ({ ada }) => {
    ada.expects(/status of 500/)
    await keepToasts(ada.page)
    const { id } = await ada.member.http.does(createTopic, { title: 'Freight', content: 'Who ships?' })
    for (const size of sizes) {
      await ada.page.setViewportSize(size)
      await ada.page.unrouteAll()
      await comesWithSuccess(ada, id, form.path)
      await form.open?.(ada)
      if (form.path !== '/profile' && form.path !== '/create-introduction-request')
        await expect(dialog(ada)).toBeVisible()
      await coversNothing(ada.page, `${size.width} × ${size.height}, before`)
      if (!form.refuse) continue
      await form.refuse(ada)
      await expect(ada.page.locator('[data-toast][data-variant=destructive]')).toBeVisible()
      await coversNoError(ada.page, `${size.width} × ${size.height}`)
      await lookAt(ada.page, `toasts-${name}-${size.width}`)
      await coversNothing(ada.page, `${size.width} × ${size.height}, refused`)
    }
  })

test('toasts cover no control: a reply', async ({ ada }) => {
  ada.expects(/status of 500/)
  await keepToasts(ada.page)
  const { id } = await ada.member.http.does(createTopic, { title: 'Freight', content: 'Who ships?' })
  for (const size of sizes) {
    await ada.page.setViewportSize(size)
    await ada.page.unrouteAll()
    await comesWithSuccess(ada, id, `/forum/${id}`)
    await ada.types('Your reply', 'We do.')
    await ada.gets('**/api/posts/*/comments', refused)
    await ada.clicks('Post')
    await ada.isTold('destructive', 'Error posting reply', 'There was a problem posting your reply.')
    await coversNothing(ada.page, `${size.width} × ${size.height}`)
  }
})

test('toasts cover no control: a comment on an investor', async ({ ada }) => {
  await keepToasts(ada.page)
  const { id: topic } = await ada.member.http.does(createTopic, { title: 'Freight', content: 'Who ships?' })
  const { id } = await ada.member.http.does(addInvestor, { name: 'June Ford', firm: 'Kiln' })
  for (const size of sizes) {
    await ada.page.setViewportSize(size)
    await comesWithSuccess(ada, topic, `/investors?investor=${id}`)
    await ada.clicks('Post Comment')
    await ada.isTold('destructive', 'Empty comment', 'Please enter a comment.')
    await coversNothing(ada.page, `${size.width} × ${size.height}`)
  }
})

for (const way of ['Login', 'Register'] as const)
  test(`toasts cover no control: ${way}`, mainFor(way, 'Login'), async ({ visitor }) => {
    visitor.expects(/status of 500/)
    await keepToasts(visitor.page)
    for (const size of sizes) {
      await visitor.page.setViewportSize(size)
      await visitor.page.unrouteAll()
      await visitor.opens('/auth')
      await visitor.opensTab(way)
      await visitor.page.locator('form [type=submit]').click()
      await visitor.isTold('destructive', 'Missing fields', 'Please fill in all fields.')
      await coversNothing(visitor.page, `${size.width} × ${size.height}, empty`)
      for (const input of await visitor.page.locator('form input').all()) await input.fill('grace@example.com')
      await visitor.gets('**/api/auth/sign-*', refused)
      await visitor.page.locator('form [type=submit]').click()
      await visitor.isTold('destructive', way === 'Login' ? 'Login failed' : 'Registration failed', LONG.trim())
      await expect(visitor.page.locator('[data-toast]'), 'the first error has left').toHaveCount(1)
      await coversNothing(visitor.page, `${size.width} × ${size.height}, refused`)
    }
  })
