import { expect, mainFor, type Person, test } from './fixtures.ts'
import { answersOf, fillCommunity, insteadOfObject } from './wrong-answers.ts'

type Ids = Awaited<ReturnType<typeof fillCommunity>>
type Write = {
  path: string
  /** The button that opens the form. */
  opens?: string
  call: string
  /** The fields by their labels. They keep what was typed. */
  typed: Record<string, string>
  button: string
  /** A toast with title and description, or a notice in the form. */
  message: readonly [title: string, description: string] | string
  done: readonly [title: string, description?: string]
  /** The list that contains the new row, and a text that only this row has. */
  made?: readonly [list: string, text: string]
}

const writes: Record<string, (ids: Ids) => Write> = {
  topic: () => ({
    path: '/forum/new',
    call: 'POST /api/posts',
    typed: { Title: 'Written once', Content: 'And kept.' },
    button: 'Create Topic',
    message: ['Error creating post', 'There was a problem creating your post.'],
    done: ['Post created'],
    made: ['/api/posts', 'Written once'],
  }),
  reply: ({ topic }) => ({
    path: `/forum/${topic}`,
    call: `POST /api/posts/${topic}/comments`,
    typed: { 'Your reply': 'Said once.' },
    button: 'Post',
    message: ['Error posting reply', 'There was a problem posting your reply.'],
    done: ['Reply posted'],
    made: [`/api/posts/${topic}/comments`, 'Said once.'],
  }),
  investor: () => ({
    path: '/investors',
    opens: 'Add Investor',
    call: 'POST /api/investors',
    typed: { Name: 'Ines Duarte', Firm: 'Prairie Fund' },
    button: 'Add Investor',
    message: ['Error adding investor', 'There was a problem adding the investor.'],
    done: ['Investor added'],
    made: ['/api/investors', 'Ines Duarte'],
  }),
  'comment on an investor': ({ investor }) => ({
    path: `/investors?investor=${investor}`,
    call: `POST /api/investors/${investor}/comments`,
    typed: { 'Add a comment': 'Rated once.' },
    button: 'Post Comment',
    message: ['Error posting comment', 'There was a problem posting your comment.'],
    done: ['Comment posted'],
    made: [`/api/investors/${investor}/comments`, 'Rated once.'],
  }),
  event: () => ({
    path: '/events',
    opens: 'Create Event',
    call: 'POST /api/direct-events',
    typed: { Title: 'Supper', Description: 'At eight.', Location: 'Pilsen' },
    button: 'Create Event',
    message: 'Error creating event: 200',
    done: ['Success', 'Event created successfully!'],
    made: ['/api/direct-events', 'Supper'],
  }),
  'link in the library': () => ({
    path: '/resources',
    opens: 'Add Resource',
    call: 'POST /api/resources',
    typed: { Link: 'https://example.com/one', Title: 'One link' },
    button: 'Add Resource',
    message: 'Invalid JSON response',
    done: ['Resource added'],
    made: ['/api/resources', 'One link'],
  }),
  'my profile': () => ({
    path: '/profile?edit=all',
    call: 'PUT /api/profile',
    typed: { Bio: 'Builds docks.' },
    button: 'Save Profile',
    message: ['Error saving profile', 'There was a problem saving your profile.'],
    done: ['Profile updated'],
  }),
  'introduction request': () => ({
    path: '/create-introduction-request',
    call: 'POST /api/direct-introduction-requests',
    typed: { 'Request Title': 'Asked once', Context: 'Because it matters to us.', 'Your Company': 'Lakeline' },
    button: 'Create Request',
    message: ['Failed to create request', 'Invalid JSON response'],
    done: ['Request created', 'Your introduction request has been created successfully.'],
    made: ['/api/direct-introduction-requests', 'Asked once'],
  }),
  'comment on a request': ({ request }) => ({
    path: `/introduction-requests?request=${request}`,
    call: `POST /api/introduction-requests/${request}/comments`,
    typed: { 'Add a comment': 'Commented once.' },
    button: 'Add Comment',
    message: ['Failed to add comment', 'Invalid JSON response'],
    done: ['Comment added'],
    made: [`/api/introduction-comments/${request}`, 'Commented once.'],
  }),
}

const form = (person: Person) => person.page.locator('[role=dialog], main').last()
const field = (person: Person, label: string) => form(person).getByLabel(label, { exact: true })

for (const [name, about] of Object.entries(writes))
  test(
    `${name}: an invalid answer to a write shows an error and keeps the text, and the row is created once`,
    mainFor(name, 'topic'),
    async ({ ada }) => {
      test.slow()
      // The first try was saved although its answer was invalid: the last try gets a 409.
      ada.expects(/Invalid JSON response|status of 409/)
      const write = about(await fillCommunity(ada))
      await ada.opens(write.path)
      if (write.opens) await ada.clicks(write.opens)
      if (write.typed.Link) await ada.opensTab('Share a link')
      for (const [label, text] of Object.entries(write.typed)) await field(ada, label).fill(text)
      const { wrong, times } = await answersOf(ada)
      // By keyboard: the toast of the last try may still cover the button.
      const button = form(ada).getByRole('button', { name: write.button, exact: true })
      const send = async () => {
        await expect(button).toBeEnabled()
        await button.press('Enter')
      }

      for (const [what, answer] of Object.entries(insteadOfObject))
        await test.step(what, async () => {
          wrong.set(write.call, answer)
          const before = times(write.call)
          await send()
          await expect.poll(() => times(write.call)).toBe(before + 1)
          const message =
            what.includes('204') && typeof write.message === 'string'
              ? write.message.replace('200', '204')
              : write.message
          if (typeof message === 'string') await expect(form(ada).getByRole('alert')).toHaveText(message)
          else await ada.isTold('destructive', ...message)
          for (const [label, text] of Object.entries(write.typed)) await expect(field(ada, label)).toHaveValue(text)
        })

      wrong.clear()
      await send()
      await ada.isTold('success', ...write.done)
      if (!write.made) return
      const [list, text] = write.made
      const rows = await ada.member.http.reads<object[]>(list)
      expect(rows.filter(row => JSON.stringify(row).includes(`"${text}"`))).toHaveLength(1)
    },
  )

test('a pin with an invalid answer is rolled back with an error', { tag: '@main' }, async ({ ada }) => {
  ada.expects(/Invalid JSON response/)
  const { topic } = await fillCommunity(ada)
  const { wrong } = await answersOf(ada)
  wrong.set(`PUT /api/posts/${topic}/pin`, { status: 204 })
  await ada.opens('/forum')
  await ada.clicks('Pin', { on: 'Dock leases' })
  await ada.isTold('destructive', 'Error updating post', 'There was a problem updating the post.')
})

test('an upload with an invalid answer ends with an error', async ({ ada }) => {
  ada.expects(/Invalid JSON response/)
  const { wrong } = await answersOf(ada)
  await ada.opens('/resources')
  await ada.clicks('Add Resource')
  await form(ada)
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'Notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') })
  for (const [what, answer] of Object.entries(insteadOfObject))
    await test.step(what, async () => {
      wrong.set('POST /api/resource-files', answer)
      await form(ada).getByRole('button', { name: 'Add Resource', exact: true }).click()
      await expect(form(ada).getByRole('alert')).toHaveText('Invalid JSON response')
      await expect(field(ada, 'Title')).toHaveValue('Notes')
    })
})

test('a sign-in with an invalid answer fails, and the next one succeeds', async ({ ada, visitor }) => {
  visitor.expects(/Invalid JSON response/)
  const { wrong } = await answersOf(visitor)
  await visitor.opens('/auth')
  await visitor.types('Email', ada.member.email)
  await visitor.types('Password', ada.member.password)
  for (const [what, answer] of Object.entries(insteadOfObject))
    await test.step(what, async () => {
      wrong.set('POST /api/auth/sign-in', answer)
      await visitor.clicks('Login')
      await visitor.isTold('destructive', 'Login failed', 'Login failed. No user returned.')
      await visitor.isAt('/auth')
      await expect(visitor.page.getByLabel('Email', { exact: true })).toHaveValue(ada.member.email)
    })
  wrong.clear()
  await visitor.clicks('Login')
  await visitor.isAt('/')
})
