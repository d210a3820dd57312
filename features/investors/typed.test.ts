import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { addInvestor, type Investor, updateInvestor } from './contract.ts'

let server: TestServer
let ada: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
})
afterAll(() => server.close())

const found = async (query: string) => {
  const list = await ada.reads<Investor[]>(`/api/investors?${query}`)
  return list.map(row => row.name)
}

test('search finds exact text: across words, with punctuation, after an edit, and inside long words', async () => {
  const long = `https://memo.example/${'x'.repeat(300)}/tail`
  const description = 'Reads\n50%_of\tdecks. A\u00a0quiet\u00a0room first.'
  const { id } = await ada.does(addInvestor, { name: 'Wren Adeyemi-Holt', firm: 'Firm', description })
  await ada.does(addInvestor, { name: 'Odd Links', firm: 'Firm', description: long })
  for (const q of [
    'ren adeyemi-h',
    'reads\n50%_of\tdecks.',
    'DEYEMI-HOLT',
    '50%_of',
    'of\tdecks.',
    'reads\n50%',
    'decks. a\u00a0quiet\u00a0room first',
  ])
    expect(await found(`q=${encodeURIComponent(q)}`), q).toEqual(['Wren Adeyemi-Holt'])
  for (const q of ['xxx/tail', 'memo.example'])
    expect(await found(`q=${encodeURIComponent(q)}`), q).toEqual(['Odd Links'])
  for (const q of ['adeyemi wren', '50_%of', 'reads 50%', 'xxx/tails'])
    expect(await found(`q=${encodeURIComponent(q)}`), q).toEqual([])
  await ada.does(updateInvestor, { id, name: 'Wren Okonkwo' })
  expect(await found('q=okonk')).toEqual(['Wren Okonkwo'])
  expect(await found('q=adeyemi')).toEqual([])
})

test('search by any substring finds exactly the investors that contain it', async () => {
  // '…ena' followed by 'b…' gives more word pairs than the search looks up; the other words are combined at random.
  await server.owner.run(sql`
    insert into investors (name, firm, description)
    select 'Investor ' || i, 'Firm', concat_ws(' ', 'elena', 'b' || i, word, 'helena', 'brandt', lead(word, 3, '') over (), 'q' || i % 40 || 'ena', 'brand', word || i)
    from (select i, (array['churn','turn','burn','urns','returns','a','of','candid'])[1 + abs(hashtext('w' || i)) % 8] as word from generate_series(1, 600) i) words`)
  const texts = await server.owner.rows<{ search_text: string }>(
    sql`select search_text from investors where description like 'elena b%' order by id`,
  )
  const pieces = [
    'ena b',
    'elena b',
    'lena br',
    'a b',
    'a brand',
    'a brandt',
    '9ena brand',
    'en',
    'helena brandt churn',
  ]
  for (let n = 0; n < 120; n++) {
    const text = texts[(n * 37) % texts.length]?.search_text ?? ''
    const start = (n * 101) % text.length
    const piece = text.slice(start, start + 3 + (n % 23)).trim()
    if (piece) pieces.push(piece)
  }
  for (const piece of pieces) {
    const { matching } = await ada.reads<{ matching: number }>(`/api/investors/counts?q=${encodeURIComponent(piece)}`)
    const has = await server.owner.one<{ count: number }>(
      sql`select count(*)::integer as count from investors where strpos(search_text, ${piece}) > 0`,
    )
    expect(matching, JSON.stringify(piece)).toBe(has.count)
  }
})
