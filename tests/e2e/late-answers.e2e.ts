import { CHANGED_MEANWHILE } from '../../contract/versions.ts'
import { createTopic, updateTopic } from '../../features/forum/contract.ts'
import { expect, mainFor, type Person, test } from './fixtures.ts'

/** The answer to a write arrives after the member has navigated or opened the form again. */

const field = (person: Person, label: string) => person.page.getByLabel(label, { exact: true })

/** Writes to this address reach the server; their answers are delayed until the returned function is called. */
async function delaysAnswers({ page }: Person, address: RegExp) {
  const held = Promise.withResolvers<void>()
  let count = 0
  await page.route(address, async route => {
    if (route.request().method() === 'GET') return route.fallback()
    const answer = await route.fetch()
    count += 1
    await held.promise
    await route.fulfill({ response: answer })
  })
  return { answer: held.resolve, areSent: (wanted = 1) => expect.poll(() => count).toBe(wanted) }
}

type Form = {
  call: RegExp
  path: string
  /** Opens the form. */
  opener: string
  fills: (person: Person) => Promise<void>
  button: string
  /** The field to type into when the form is open again. */
  label: string
  first: string
  toast: [title: string, description?: string]
  count: (person: Person) => Promise<number>
}
const countIn = (path: string) => async (person: Person) => (await person.member.http.reads<unknown[]>(path)).length

const forms: Record<string, Form> = {
  investor: {
    call: /\/api\/investors$/,
    path: '/investors',
    opener: 'Add Investor',
    async fills(person) {
      await person.types('Name', 'Ida Klein')
      await person.types('Firm', 'Lakeshore Seed')
    },
    button: 'Add Investor',
    label: 'Name',
    first: 'Ida Klein',
    toast: ['Investor added'],
    count: countIn('/api/investors?q=Ida'),
  },
  topic: {
    call: /\/api\/posts$/,
    path: '/forum',
    opener: 'New Topic',
    async fills(person) {
      await person.types('Title', 'Freight')
      await person.types('Content', 'Who ships?')
    },
    button: 'Create Topic',
    label: 'Title',
    first: 'Freight',
    toast: ['Post created'],
    count: countIn('/api/posts?q=Freight'),
  },
  event: {
    call: /\/api\/direct-events$/,
    path: '/events',
    opener: 'Create Event',
    async fills(person) {
      await person.types('Title', 'Dinner')
      await person.types('Description', 'Together')
      await person.types('Location', 'Pilsen')
    },
    button: 'Create Event',
    label: 'Title',
    first: 'Dinner',
    toast: ['Success', 'Event created successfully!'],
    count: countIn('/api/events?q=Dinner'),
  },
}
/** The last button of that name is in the dialog. */
const sends = (person: Person, { button }: Form) =>
  person.page.getByRole('button', { name: button, exact: true }).last().click()

const opens = (person: Person, { opener }: Form) =>
  person.page
    .getByRole('button', { name: opener, exact: true })
    .or(person.page.getByRole('link', { name: opener, exact: true }))
    .first()
    .click()
async function begins(person: Person, form: Form) {
  await person.opens(form.path)
  await opens(person, form)
  await form.fills(person)
}

for (const [name, form] of Object.entries(forms)) {
  test(
    `the late answer of a new ${name} does not clear the form that was opened again`,
    mainFor(name, 'topic'),
    async ({ ada }) => {
      await begins(ada, form)
      const { answer, areSent } = await delaysAnswers(ada, form.call)
      await sends(ada, form)
      await areSent()
      await ada.page.keyboard.press('Escape')
      await expect(ada.page.getByRole('dialog')).toHaveCount(0)
      await opens(ada, form)
      await field(ada, form.label).fill('Another one')
      answer()
      await ada.isTold('success', ...form.toast)
      await expect(field(ada, form.label)).toHaveValue('Another one')
      await ada.page.keyboard.press('Escape')
      await opens(ada, form)
      await expect(field(ada, form.label)).toHaveValue('Another one')
      expect(await form.count(ada)).toBe(1)
    },
  )

  test(
    `a new ${name} that is sent again before its answer is created once, and its form is then empty`,
    mainFor(name, 'topic'),
    async ({ ada }) => {
      await begins(ada, form)
      const { answer, areSent } = await delaysAnswers(ada, form.call)
      await sends(ada, form)
      await areSent()
      await ada.page.keyboard.press('Escape')
      await opens(ada, form)
      await expect(field(ada, form.label)).toHaveValue(form.first)
      await sends(ada, form)
      await areSent(2)
      answer()
      await expect(ada.page.getByRole('dialog')).toHaveCount(0)
      await opens(ada, form)
      await expect(field(ada, form.label)).toHaveValue('')
      expect(await form.count(ada)).toBe(1)
    },
  )
}

test('the late answer clears a form that was opened again and not changed', async ({ ada }) => {
  const { investor } = forms as { investor: Form }
  await begins(ada, investor)
  const { answer, areSent } = await delaysAnswers(ada, investor.call)
  await sends(ada, investor)
  await areSent()
  await ada.page.keyboard.press('Escape')
  await opens(ada, investor)
  await expect(field(ada, 'Name')).toHaveValue('Ida Klein')
  answer()
  await expect(field(ada, 'Name')).toHaveValue('')
  await expect(field(ada, 'Firm')).toHaveValue('')
})

test('the late answer of an edit does not clear the form that was opened again', { tag: '@main' }, async ({ ada }) => {
  const { id } = await ada.member.http.does(createTopic, { title: 'Freight', content: 'Who ships?' })
  await ada.opens(`/forum/${id}`)
  await ada.clicks('Edit')
  await field(ada, 'Content').fill('Who ships by rail?')
  const { answer, areSent } = await delaysAnswers(ada, /\/api\/posts\/\d+$/)
  await ada.clicks('Update Topic')
  await areSent()
  await ada.page.keyboard.press('Escape')
  await expect(ada.page.getByRole('dialog')).toHaveCount(0)
  await ada.clicks('Edit')
  await field(ada, 'Title').fill('Freight by rail')
  answer()
  await ada.isTold('success', 'Post updated')
  await expect(field(ada, 'Title')).toHaveValue('Freight by rail')
  // It is based on the previous version, so it is offered.
  await ada.page.keyboard.press('Escape')
  await ada.clicks('Edit')
  await ada.page.getByRole('region', { name: 'Not saved' }).getByRole('button', { name: 'Restore' }).click()
  await expect(field(ada, 'Title')).toHaveValue('Freight by rail')
  await expect(field(ada, 'Content')).toHaveValue('Who ships by rail?')
})

test('a conflict that arrives after the form was closed is reported, and the form shows it when opened again', async ({
  ada,
}) => {
  ada.expects(/status of 409/)
  const { id } = await ada.member.http.does(createTopic, { title: 'Freight', content: 'Who ships?' })
  await ada.opens(`/forum/${id}`)
  await ada.clicks('Edit')
  await field(ada, 'Content').fill('Who ships by rail?')
  await ada.member.http.does(updateTopic, { id, content: 'Who ships by water?' })
  const { answer, areSent } = await delaysAnswers(ada, /\/api\/posts\/\d+$/)
  await ada.clicks('Update Topic')
  await areSent()
  await ada.page.keyboard.press('Escape')
  await expect(ada.page.getByRole('dialog')).toHaveCount(0)
  answer()
  await ada.isTold('destructive', 'Not saved', CHANGED_MEANWHILE)
  await ada.clicks('Edit')
  await expect(ada.page.getByRole('dialog')).toContainText('Who ships by water?')
  await expect(field(ada, 'Content')).toHaveValue('Who ships by rail?')
})

test('the late answer of a reply does not clear the next reply', async ({ ada }) => {
  const { id } = await ada.member.http.does(createTopic, { title: 'Freight', content: 'Who ships?' })
  await ada.opens(`/forum/${id}`)
  await ada.types('Your reply', 'We do.')
  const { answer, areSent } = await delaysAnswers(ada, /\/api\/posts\/\d+\/comments$/)
  await ada.clicks('Post')
  await areSent()
  const leavesAndReturns = async () => {
    await ada.page.getByRole('link', { name: 'Members', exact: true }).first().click()
    await ada.seesHeading('Members')
    await ada.page.goBack()
    await expect(field(ada, 'Your reply')).toBeVisible()
  }
  await leavesAndReturns()
  await field(ada, 'Your reply').fill('And they do, too.')
  answer()
  await ada.isTold('success', 'Reply posted')
  await expect(field(ada, 'Your reply')).toHaveValue('And they do, too.')
  await leavesAndReturns()
  await expect(field(ada, 'Your reply')).toHaveValue('And they do, too.')
})

test('a late answer does not navigate a member who has left the screen', { tag: '@main' }, async ({ ada }) => {
  await ada.opens('/create-introduction-request')
  await ada.types('Request Title', 'Meet a dispatcher')
  await ada.types('Context', 'We move freight.')
  await ada.types('Your Company', 'Freightly')
  await ada.types('Target Person', 'Dana Fox')
  const requests = await delaysAnswers(ada, /\/api\/direct-introduction-requests$/)
  await ada.clicks('Create Request')
  await requests.areSent()
  await ada.page.getByRole('link', { name: 'Members', exact: true }).first().click()
  await ada.seesHeading('Members')
  requests.answer()
  await ada.isTold('success', 'Request created', 'Your introduction request has been created successfully.')
  await ada.isAt('/members')

  await ada.opens('/forum/new')
  await ada.types('Title', 'Freight')
  await ada.types('Content', 'Who ships?')
  const topics = await delaysAnswers(ada, /\/api\/posts$/)
  await ada.clicks('Create Topic')
  await topics.areSent()
  await ada.page.keyboard.press('Escape')
  await ada.page.getByRole('link', { name: 'Members', exact: true }).first().click()
  await ada.seesHeading('Members')
  topics.answer()
  await ada.isTold('success', 'Post created')
  await ada.isAt('/members')
})

test('a link that is sent before its dialog is closed is shared once, with a toast', async ({ ada }) => {
  const opens = async () => {
    await ada.clicks('Add Resource')
    await ada.opensTab('Share a link')
  }
  await ada.opens('/resources')
  await opens()
  await ada.types('Title', 'Term sheet')
  await ada.types('Link', 'https://example.com/terms')
  const { answer, areSent } = await delaysAnswers(ada, /\/api\/resources$/)
  await ada.page.getByRole('button', { name: 'Add Resource', exact: true }).last().click()
  await areSent()
  await ada.page.keyboard.press('Escape')
  answer()
  await ada.isTold('success', 'Resource added')
  await expect(ada.page.getByRole('heading', { name: 'Term sheet' })).toHaveCount(1)
  await opens()
  await expect(field(ada, 'Title')).toHaveValue('')
})
