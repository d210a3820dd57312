import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let ada: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
})
afterAll(() => server.close())

const event = {
  title: 'Breakfast',
  description: 'Coffee',
  location: 'Lula Cafe',
  event_date: '2030-03-08',
  event_type: 'in_person',
  is_online: false,
}
const request = { request_title: 'A CFO', context: 'We need a CFO soon.', your_company: 'Acme', urgency: 'low' }
const MISSING = 'Please fill in all required fields'

test.each([
  ['POST', '/api/posts', { title: '', content: 'Text' }, 'title', `${MISSING}.`],
  ['POST', '/api/investors', { name: '', firm: 'Seed' }, 'name', `${MISSING}.`],
  ['POST', '/api/investors', { name: 'Ines', firm: '' }, 'firm', `${MISSING}.`],
  ['POST', '/api/direct-events', event, 'title', MISSING],
  ['POST', '/api/direct-events', event, 'location', MISSING],
  ['POST', '/api/resources', { url: 'https://x.example' }, 'title', 'Please enter a title'],
  ['POST', '/api/direct-introduction-requests', request, 'your_company', 'Company name is required'],
  ['POST', '/api/direct-introduction-requests', request, 'request_title', 'Title must be at least 3 characters long'],
])(
  '%s %s %o: %s is stored in one line as it reads, and refused where it shows nothing',
  async (method, url, body, field, error) => {
    const { status, json } = await ada.asks(method, url, { ...body, [field]: ' Blue\n\u202estem\0 ' })
    expect(status).toBeLessThan(300)
    expect(json).toMatchObject({ [field]: 'Blue stem' })
    for (const unseen of ['\u200b\u200b\u200b', '\u202e\n\0'])
      expect(await ada.asks(method, url, { ...body, [field]: unseen })).toMatchObject({ status: 400, json: { error } })
  },
)

test('a member name has visible characters and no line breaks', async () => {
  const register = (username: string) =>
    server.visitor.asks('POST', '/api/auth/sign-up', {
      email: 'zoe@example.com',
      password: PASSWORD,
      options: { data: { username } },
    })
  expect(await register('\u200b')).toMatchObject({ status: 400, json: { error: 'Please enter your name.' } })
  expect(await register('Zoë\r\n\u2067Osei')).toMatchObject({
    status: 201,
    json: { user: { user_metadata: { username: 'Zoë Osei' } } },
  })
  const texts = {
    full_name: 'Ada\u202emoc\nB',
    title: 'C\tE\x07O',
    company_name: '\u2066Acme',
    location: 'Chi\u2028cago',
    bio: 'One\n\u202etwo\0',
  }
  expect(await ada.asks('PUT', '/api/profile', texts)).toMatchObject({
    status: 200,
    json: { full_name: 'Adamoc B', title: 'C EO', company_name: 'Acme', location: 'Chi cago', bio: 'One\ntwo' },
  })
})
