import { expect, test } from 'vitest'
import { EMPTY, fileTypeOf, isDownloadable, MAX_BYTES, problemOf, sizeInWords, TOO_LARGE, WRONG_TYPE } from './files.ts'
import { categories, labelOf, toneOf } from './kinds.ts'

test('the file type is told by the extension of the url', { tags: ['RES-18'] }, () => {
  for (const type of ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'zip', 'txt'])
    expect(fileTypeOf(`/files/plan.${type}`)).toBe(type)
  expect(fileTypeOf('https://example.com/Deck.PPTX?version=2#page')).toBe('pptx')
  for (const url of [
    'https://example.com/page',
    '/files/data.csv',
    '/files/notes.md',
    'https://example.com/?file=a.pdf',
    '',
  ])
    expect(fileTypeOf(url), url).toBeNull()
})

test('files of ours are downloaded, anything else is opened', { tags: ['RES-19', 'RES-20'] }, () => {
  expect(isDownloadable('/api/resource-files/starter/cap-table.xlsx')).toBe(true)
  for (const link of ['http://example.com/deck.pptx', 'https://example.com/deck.pptx', 'HTTPS://example.com/deck.pptx'])
    expect(isDownloadable(link), link).toBe(false)
})

test('six categories have a colour of their own, anything else is grey', {
  tags: ['TXT-43', 'RES-22', 'RES-23'],
}, () => {
  const coloured = ['fundraising', 'finance', 'product', 'marketing', 'legal', 'operations']
  expect(new Set(coloured.map(toneOf)).size).toBe(6)
  expect(coloured.map(toneOf)).not.toContain('neutral')
  expect(categories.filter(category => toneOf(category) === 'neutral')).toEqual(['other'])
  expect([toneOf('gardening'), toneOf('toString')]).toEqual(['neutral', 'neutral'])
  expect(labelOf('fundraising')).toBe('Fundraising')
})

test('name and size of a file are checked before the upload', () => {
  expect(problemOf({ name: 'Deck.PDF', size: 1 })).toBeNull()
  expect(problemOf({ name: 'deck.pdf', size: MAX_BYTES })).toBeNull()
  expect(problemOf({ name: 'deck.pdf', size: MAX_BYTES + 1 })).toBe(TOO_LARGE)
  expect(problemOf({ name: 'deck.pdf', size: 0 })).toBe(EMPTY)
  for (const name of ['deck', 'deck.exe', 'deck.pdf.html', 'pdf', 'deck.svg'])
    expect(problemOf({ name, size: 1 })).toBe(WRONG_TYPE)
  expect([sizeInWords(10), sizeInWords(200_000), sizeInWords(5_500_000)]).toEqual(['1 KB', '195 KB', '5.2 MB'])
})
