import { readFileSync } from 'node:fs'
import type { Cell, Sheet } from './sheet.ts'
import { cell, formula, workbook } from './xlsx.ts'

const FIRST = 9

/** The list is written as text: a heading a section, then a line a document: name | from which round on | what good looks like. */
const text = readFileSync(new URL('texts/data-room.txt', import.meta.url), 'utf8')
const lines = text.trim().split('\n').filter(Boolean)

function row(line: string): Cell[] {
  if (line.startsWith('# '))
    return [cell(line.slice(2), 'section'), ...Array.from({ length: 6 }, () => cell(null, 'section'))]
  const [name = '', round = '', good = ''] = line.split('|').map(part => part.trim())
  return [
    cell(name, 'boxText'),
    cell(round, 'boxText'),
    cell(good, 'boxText'),
    cell('Not started', 'inText'),
    cell(null, 'inText'),
    cell(null, 'inWrap'),
    cell(null, 'inDay'),
  ]
}

const last = FIRST + lines.length - 1
const count = (status: string) => `COUNTIF(D${FIRST}:D${last},"${status}")`

const checklist: Sheet = {
  name: 'Data room',
  widths: [40, 12, 66, 16, 16, 34, 13],
  frozen: FIRST - 1,
  landscape: true,
  choices: { [`D${FIRST}:D${last}`]: 'Lists!$A$2:$A$5' },
  rows: [
    [cell('Data-room checklist', 'title')],
    [
      cell(
        'What investors ask for, roughly in the order they ask. Begin a month before you raise: an empty folder costs a week each.',
        'subtitle',
      ),
    ],
    [],
    [cell('Ready', 'text'), formula(count('Ready'), 'number')],
    [cell('Needed', 'text'), formula(['Not started', 'In progress', 'Ready'].map(count).join('+'), 'number')],
    [cell('Done', 'strong'), formula('IF(B5=0,0,B4/B5)', 'percent')],
    [],
    ['Document', 'From', 'What good looks like', 'Status', 'Owner', 'Link', 'Updated'].map(name => cell(name, 'head')),
    ...lines.map(row),
  ],
}

const lists: Sheet = {
  name: 'Lists',
  widths: [24],
  rows: ['Status', 'Not started', 'In progress', 'Ready', 'Not applicable'].map((name, i) => [
    cell(name, i === 0 ? 'head' : 'boxText'),
  ]),
}

export const dataRoomChecklist = () => workbook([checklist, lists], { title: 'Data-room checklist' })
