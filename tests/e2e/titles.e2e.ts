import { expect, type Person, test } from './fixtures.ts'

const hasTitle = ({ page }: Person, title: string) => expect(page).toHaveTitle(`${title} · The Community`)
const idOf = (answer: { json: unknown }) => (answer.json as { id: number }).id

test('the title names the open topic, member, investor, event or request, and the screen again after closing', {
  tag: '@main',
}, async ({ ada, bob }) => {
  const { http } = bob.member
  const makes = async (path: string, body: object) => {
    const answer = await http.asks('POST', path, body)
    expect(answer.status, answer.text).toBe(201)
    return idOf(answer)
  }
  const topic = await makes('/api/posts', {
    title: 'Who knows a good lawyer?',
    content: 'Well?',
    tags: ['General'],
    is_anonymous: true,
  })
  const investor = await makes('/api/investors', { name: 'Grace Liu', firm: 'Lakeview Capital' })
  const event = await makes('/api/direct-events', {
    title: 'Founders breakfast',
    description: 'Coffee and honest numbers.',
    location: 'Lula Cafe, Logan Square',
    event_date: '2030-03-08',
    start_time: '08:00',
    end_time: '09:30',
    event_type: 'in_person',
    is_online: false,
    meeting_link: null,
  })
  const request = await makes('/api/direct-introduction-requests', {
    request_title: 'A head of logistics',
    context: 'For our first warehouse.',
    your_company: 'Lakeline Freight',
  })

  await ada.opens('/forum')
  await hasTitle(ada, 'Community Forum')
  await ada.clicks('Who knows a good lawyer?')
  await hasTitle(ada, 'Who knows a good lawyer?')
  await ada.clicks('Back to topics')
  await hasTitle(ada, 'Community Forum')
  await ada.opens(`/forum/${topic}`)
  await hasTitle(ada, 'Who knows a good lawyer?')
  expect(await ada.page.title()).not.toContain('Bob')

  await ada.opens(`/members/${http.profile_id}`)
  await hasTitle(ada, 'Bob Kowalski')
  await ada.clicks('Back to Members')
  await hasTitle(ada, 'Members')
  await ada.opens(`/investors?investor=${investor}`)
  await hasTitle(ada, 'Grace Liu')
  await ada.clicks('Back to investors')
  await hasTitle(ada, 'Investor Database')

  for (const [address, name, screen] of [
    [`/members?member=${http.profile_id}`, 'Bob Kowalski', 'Members'],
    [`/events?event=${event}`, 'Founders breakfast', 'Community Events'],
    [`/introduction-requests?request=${request}`, 'A head of logistics', 'Introduction Requests'],
  ] as const) {
    await ada.opens(address)
    await hasTitle(ada, name)
    await expect(ada.page.getByRole('dialog')).toBeVisible()
    await ada.page.keyboard.press('Escape')
    await hasTitle(ada, screen)
  }
})

test('the title of a missing page or row says so', async ({ ada }) => {
  ada.expects(/404/)
  for (const [address, title] of [
    ['/nowhere', 'Page Not Found'],
    ['/investors/81', 'Page Not Found'],
    ['/forum/999999', 'This topic could not be found'],
    ['/investors?investor=999999', 'Investor not found'],
    ['/events?event=999999', 'Event not found'],
    ['/introduction-requests?request=999999', 'This request could not be found'],
    ['/members/999999', 'Member Not Found'],
    ['/members?member=999999', 'Member Not Found'],
  ] as const) {
    await ada.opens(address)
    await hasTitle(ada, title)
    await ada.seesHeading(title)
  }
  await ada.opens('/nowhere')
  await ada.clicks('Back to Home')
  await hasTitle(ada, 'Home')
})
