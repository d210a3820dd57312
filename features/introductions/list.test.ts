import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createIntroductionRequest, type IntroductionRequest, updateIntroductionRequest } from './contract.ts'
import { sorts } from './shared/labels.ts'

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada Osei')
  bob = await server.member('Bob Kowalski')
  await asks(ada, 'Östlund, a cold-chain buyer', 'Brickyard Bio', 'low')
  await asks(bob, 'zoning lawyer', 'Archer Robotics', 'high')
  const { id } = await asks(ada, 'A hospital CFO', 'brickyard bio', 'high')
  await ada.does(updateIntroductionRequest, { id, status: 'approved' })
  await asks(bob, '100% renewable buyer', 'Southside Solar', 'medium')
  await asks(bob, 'A hospital CFO', 'Pilsen Health', 'medium')
})
afterAll(() => server.close())

const LIST = '/api/direct-introduction-requests'
const asks = (who: Member, request_title: string, your_company: string, urgency: 'low' | 'medium' | 'high') =>
  who.does(createIntroductionRequest, { request_title, your_company, urgency, context: 'A paragraph about why.' })
const titles = async (query: string, who = ada) =>
  (await who.reads<IntroductionRequest[]>(`${LIST}?${query}`)).map(row => row.request_title)
const companies = async (query: string) =>
  (await ada.reads<IntroductionRequest[]>(`${LIST}?${query}`)).map(row => row.your_company)

test('the list is filtered by status, by owner, and by word prefixes', async () => {
  expect(await companies('status=approved')).toEqual(['brickyard bio'])
  expect(await companies('mine=true')).toEqual(['brickyard bio', 'Brickyard Bio'])
  expect(await companies('q=BRICK')).toEqual(['brickyard bio', 'Brickyard Bio'])
  expect(await companies('q=cfo pilsen')).toEqual(['Pilsen Health'])
  expect(await titles('q=100%25')).toEqual(['100% renewable buyer'])
  expect(await titles('q=%25__%25')).toEqual([])
  expect(await titles('q=ostlund cold')).toEqual(['Östlund, a cold-chain buyer'])
  expect(await titles('q=ÖSTLUND&sort=title')).toEqual(['Östlund, a cold-chain buyer'])
  expect(await titles("q=Approved'& | !(:*")).toEqual([])
  expect(await companies('q=hospital&mine=true&status=approved')).toEqual(['brickyard bio'])
  expect(await ada.tries('GET', `${LIST}?status=lost`)).toBe(400)
})

test('a typing error is forgiven in the title, not in the long text', async () => {
  const context = `${'Why we ask. '.repeat(40)} Manufacturing is our business.`
  const { id } = await bob.does(createIntroductionRequest, {
    ...{ request_title: 'Zeppelin hangar', your_company: 'Lakeside', urgency: 'low', context },
  })
  expect(await titles('q=zepelin hangr')).toEqual(['Zeppelin hangar'])
  expect(await titles('q=manufacturing')).toEqual(['Zeppelin hangar'])
  expect(await titles('q=manufakturing')).toEqual([])
  await server.owner.run(sql`delete from introduction_requests where id = ${id}`)
})

test('search finds the requester’s name, also after it changed', async () => {
  const cher = await server.member('Cher Sarkisian')
  await asks(cher, 'A studio in Pilsen', 'Cher Audio', 'low')
  expect(await titles('q=sarkis')).toEqual(['A studio in Pilsen'])
  await server.owner.run(sql`update profiles set full_name = 'Cher Bono' where user_id = ${cher.user_id}`)
  expect(await titles('q=sarkis')).toEqual([])
  expect(await titles('q=bono')).toEqual(['A studio in Pilsen'])
  await server.owner.run(sql`delete from introduction_requests where user_id = ${cher.user_id}`)
})

test('sorting by date, urgency, title and company; texts sort case-insensitively', async () => {
  expect((await companies('sort=newest'))[0]).toBe('Pilsen Health')
  expect((await titles('sort=oldest'))[0]).toBe('Östlund, a cold-chain buyer')
  expect(await titles('sort=title')).toEqual([
    '100% renewable buyer',
    'A hospital CFO',
    'A hospital CFO',
    'Östlund, a cold-chain buyer',
    'zoning lawyer',
  ])
  expect(await companies('sort=company')).toEqual([
    'Archer Robotics',
    'brickyard bio',
    'Brickyard Bio',
    'Pilsen Health',
    'Southside Solar',
  ])
  const urgent = await ada.reads<IntroductionRequest[]>(`${LIST}?sort=urgent`)
  expect(urgent.map(row => row.urgency)).toEqual(['high', 'high', 'medium', 'medium', 'low'])
})

test('paging works in every sort order', async () => {
  for (const sort of sorts) {
    const whole = await ada.reads<IntroductionRequest[]>(`${LIST}?sort=${sort}`)
    expect(await ada.pages(`${LIST}?sort=${sort}&limit=2`), sort).toEqual(whole)
  }
})

test('rare and common words are found at any depth, with the same result for all page sizes', async () => {
  await server.owner.run(sql`
    insert into introduction_requests (id, user_id, request_title, context, your_company, status) overriding system value
    select n * 150, ${bob.user_id}, 'Number ' || n || case when n % 8 = 0 then ' middling' else '' end ||
      case when n in (3, 40, 590) then ' seldom' else '' end, 'common to all', 'Eras', case when n % 5 = 0 then 'declined' else 'pending' end
    from generate_series(1, 600) n`)
  for (const [q, status] of [
    ['common'],
    ['middling'],
    ['seldom'],
    ['seldom common'],
    ['midd', 'declined'],
    ['nowhere'],
  ]) {
    const expected = await server.owner.rows<{ id: number }>(sql`
      select id from introduction_requests where your_company = 'Eras' and status = coalesce(${status ?? null}, status)
        and not exists (select from unnest(string_to_array(${q}, ' ')) word where strpos(request_title || context, word) = 0)
      order by id desc`)
    const found = (
      await ada.pages<IntroductionRequest>(`${LIST}?limit=40&q=${q}${status ? `&status=${status}` : ''}`)
    ).map(row => row.id)
    expect(found, q).toEqual(expected.map(row => row.id))
  }
  await server.owner.run(sql`delete from introduction_requests where your_company = 'Eras'`)
})

test('a row that has only an older name still reads, and the names go before each other as listed', {
  tags: ['INTRO-23', 'INTRO-24', 'INTRO-25'],
}, async () => {
  const stored = (columns: Record<string, string>) =>
    server.owner.one<{ id: number }>(sql`
      insert into introduction_requests (user_id, target_description, request_title, title, requester_company, your_company,
        company, target_person, target_name)
      select ${ada.user_id}, target_description, request_title, title, requester_company, your_company, company,
        target_person, target_name from json_populate_record(null::introduction_requests, ${JSON.stringify(columns)})
      returning id`)
  const shown = async (columns: Record<string, string>) => {
    const { id } = await stored(columns)
    const { request_title, your_company, target_person } = await bob.reads<IntroductionRequest>(
      `/api/introduction-requests/${id}`,
    )
    return [request_title, your_company, target_person]
  }
  expect(await shown({ target_description: 'd', requester_company: 'r', target_name: 'n' })).toEqual(['d', 'r', 'n'])
  expect(await shown({ request_title: 't', your_company: 'y', target_person: 'p' })).toEqual(['t', 'y', 'p'])
  expect(await shown({ title: 'o', company: 'c' })).toEqual(['o', 'c', null])
  const all = {
    target_description: 'd',
    request_title: 't',
    title: 'o',
    requester_company: 'r',
    your_company: 'y',
    company: 'c',
    target_person: 'p',
    target_name: 'n',
  }
  expect(await shown(all)).toEqual(['d', 'r', 'p'])
  expect(await shown({ ...all, target_description: '', requester_company: '', target_person: '' })).toEqual([
    't',
    'y',
    'n',
  ])

  const { id } = await stored(all)
  const renamed = await ada.does(updateIntroductionRequest, {
    id,
    request_title: 'New title',
    your_company: 'New Co',
    target_person: 'New person',
  })
  expect(renamed).toMatchObject({ request_title: 'New title', your_company: 'New Co', target_person: 'New person' })

  // Values of legacy columns must not reappear when the new column is cleared.
  expect(await ada.does(updateIntroductionRequest, { id, target_person: '' })).toMatchObject({ target_person: null })
})

test('all of many words must match in every sort order, also after the tenth', async () => {
  const words = 'alder birch cedar dogwood elm fir ginkgo hazel ironwood juniper katsura larch'
  await ada.does(createIntroductionRequest, { request_title: 'Trees', your_company: 'Arbor', context: words })
  for (const more of ['', ...sorts.map(sort => `&sort=${sort}`), '&mine=true', '&status=pending&sort=title']) {
    expect(await titles(`q=${words}${more}`), more).toEqual(['Trees'])
    expect(await titles(`q=${words} maple${more}`), more).toEqual([])
    expect(await titles(`q=aspen ${words}${more}`), more).toEqual([])
  }
})

test('an update of some fields keeps the others, also in legacy columns', async () => {
  const { id } = await server.owner.one<{ id: number }>(sql`
    insert into introduction_requests (user_id, target_description, requester_company, target_name, context)
    values (${ada.user_id}, 'An older title', 'An older company', 'An older person', 'An older context') returning id`)
  const changed = (changes: object) => ada.does(updateIntroductionRequest, { id, ...changes })
  const { version, ...before } = await changed({})
  expect(before).toMatchObject({
    request_title: 'An older title',
    your_company: 'An older company',
    target_person: 'An older person',
    context: 'An older context',
    status: 'pending',
  })
  expect(await changed({ request_title: 'A newer title' })).toMatchObject({
    ...before,
    request_title: 'A newer title',
    updated_at: expect.any(String),
  })
  expect(await changed({ your_company: 'A newer company', target_person: null })).toMatchObject({
    request_title: 'A newer title',
    your_company: 'A newer company',
    target_person: null,
    context: 'An older context',
  })
})
