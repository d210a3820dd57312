import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as XLSX from '@e965/xlsx'
import mammoth from 'mammoth'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import type { Resource } from './contract.ts'

let server: TestServer
let ada: Member
let library: Resource[]
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  library = await ada.reads('/api/resources')
})
afterAll(() => server.close())

/** Downloads the file as a member. */
async function download(file: string): Promise<Buffer> {
  const resource = library.find(item => item.url.endsWith(`/${file}`))
  const answer = await server.app.inject({ url: resource?.url ?? '', headers: { cookie: ada.cookies } })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toContain(`attachment; filename="${file}"`)
  return answer.rawPayload
}

test('a new community has eight starter resources in six categories', async () => {
  expect(library.map(item => item.title)).toEqual([
    'Fundraising pipeline',
    'Data-room checklist',
    'Cap table workbook',
    'Investor update template',
    'Customer-interview guide',
    'First-hires checklist',
    'Co-founder agreement: talking points',
    'Asking for introductions',
  ])
  expect(library.every(item => item.user_id === null && item.shared_by === null && !item.can_edit)).toBe(true)
  expect(new Set(library.map(item => item.category)).size).toBe(6)
  const files = readdirSync(join(import.meta.dirname, 'starter'))
  expect(library.map(item => item.url.replace('/api/resource-files/starter/', '')).sort()).toEqual(files.sort())
  await expect(ada.sql(sql`update resources set title = 'Mine' returning id`)).resolves.toEqual([])
})

const documents: [string, string, string[]][] = [
  ['investor-update.docx', 'Investor update template', ['Numbers', 'What did not', 'When the news is bad']],
  [
    'customer-interviews.docx',
    'Customer-interview guide',
    ['Before you talk', 'The conversation', 'After five, and after fifteen'],
  ],
  ['first-hires.docx', 'First-hires checklist', ['Scorecard', 'Interviews', 'Paper before the first payday']],
  ['cofounder-agreement.docx', 'Co-founder agreement: talking points', ['Equal or not?', 'What we agreed']],
]
test.each(documents)('%s opens as a document with its headings, lists and tables', async (file, title, headings) => {
  const { value: html, messages } = await mammoth.convertToHtml(
    { buffer: await download(file) },
    { styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='heading 1'] => h2:fresh"] },
  )
  expect(html).toContain(`<h1>${title}</h1>`)
  for (const heading of headings) expect(html).toContain(`<h2>${heading}</h2>`)
  expect(html).toMatch(/<table>.*<td>/s)
  expect(html).toMatch(/<(ul|ol)><li>/)
  expect(messages.filter(message => message.type === 'error')).toEqual([])
})

test('asking-for-introductions.pdf opens as a PDF of two pages with extractable text', async () => {
  const pdf = await getDocumentProxy(new Uint8Array(await download('asking-for-introductions.pdf')))
  const { totalPages, text } = await extractText(pdf, { mergePages: true })
  expect(totalPages).toBe(2)
  for (const part of ['Asking for introductions', 'The five rules', 'The note to forward', 'How often'])
    expect(text).toContain(part)
})

const sheetsOf = async (file: string) => XLSX.read(await download(file), { cellFormula: true, cellStyles: true })

test('fundraising-pipeline.xlsx opens as a workbook with a weighted pipeline', async () => {
  const { SheetNames, Sheets } = await sheetsOf('fundraising-pipeline.xlsx')
  expect(SheetNames).toEqual(['Pipeline', 'Summary', 'Lists'])
  const at = (sheet: string, place: string) => Sheets[sheet]?.[place]
  expect(at('Pipeline', 'A4')?.v).toBe('Investor')
  expect(at('Pipeline', 'F5')).toMatchObject({ f: 'IF(ISBLANK(C5),"",D5*E5)', v: 200_000 })
  // Committed, still to raise, and the other checks weighted by probability.
  expect([at('Summary', 'B7')?.v, at('Summary', 'B8')?.v]).toEqual([150_000, 1_350_000])
  expect(at('Summary', 'B9')?.v).toBeCloseTo(0.4 * 500_000 + 0.2 * 400_000 + 0.05 * 250_000 + 0.02 * 300_000)
  expect(at('Summary', 'B22')?.v).toBe(6)
  expect(errorsIn(Sheets)).toEqual([])
})

test('data-room-checklist.xlsx opens as a workbook that counts what is ready', async () => {
  const { SheetNames, Sheets } = await sheetsOf('data-room-checklist.xlsx')
  expect(SheetNames).toEqual(['Data room', 'Lists'])
  const rows = XLSX.utils.sheet_to_json<string[]>(Sheets['Data room'] ?? {}, { header: 1 })
  expect(rows.filter(row => row[3] === 'Not started')).toHaveLength(55)
  expect(Sheets['Data room']?.B5?.v).toBe(55)
  expect(Sheets['Data room']?.B4?.f).toContain('COUNTIF')
  expect(errorsIn(Sheets)).toEqual([])
})

test('cap-table.xlsx opens as a workbook whose shares and money add up', async () => {
  const { SheetNames, Sheets } = await sheetsOf('cap-table.xlsx')
  expect(SheetNames).toEqual(['Inputs', 'Cap table', 'Notes'])
  const value = (place: string) => Number(Sheets['Cap table']?.[place]?.v)
  // Expected: SAFEs own 250/6000 and 400/8000 before the round; the round sells 3 of 15 million; the option pool is 10%.
  const safes = 250 / 6000 + 400 / 8000
  const before = 9_000_000 / (1 - safes)
  const after = (before - 500_000) / (1 - 3 / 15 - 0.1)
  expect(value('B18')).toBe(9_000_000)
  expect(value('D18')).toBe(Math.round(before))
  expect(value('F18')).toBeCloseTo(after, -1)
  expect(value('G11')).toBeCloseTo(0.1, 5)
  expect(value('G16')).toBeCloseTo(0.2, 5)
  expect(value('H18')).toBeCloseTo(15_000_000, 0)
  expect([value('C18'), value('E18'), value('G18')]).toEqual([1, 1, 1])
  expect(Sheets['Cap table']?.F6?.f).toBe('B6')
  expect(errorsIn(Sheets)).toEqual([])
})

const errorsIn = (sheets: Record<string, XLSX.WorkSheet>) =>
  Object.entries(sheets).flatMap(([name, sheet]) =>
    Object.entries(sheet).flatMap(([place, cell]) => (cell?.t === 'e' ? [`${name}!${place}`] : [])),
  )

test('no file outside the folder is served', async () => {
  for (const name of ['..%2Fcontract.ts', '%2e%2e%2fcontract.ts', 'nothing.pdf', 'cap-table', '.'])
    expect(await ada.tries('GET', `/api/resource-files/starter/${name}`), name).toBe(404)
  expect(await server.visitor.tries('GET', '/api/resource-files/starter/cap-table.xlsx')).toBe(401)
})
