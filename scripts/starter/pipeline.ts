import { readFileSync } from 'node:fs'
import type { Cell, Sheet } from './sheet.ts'
import { cell, day, formula, workbook } from './xlsx.ts'

const FIRST = 5
const LAST = 64
const statuses: [string, number, string][] = [
  ['To research', 0, 'Fits on paper. Find who can introduce you before you write.'],
  ['Intro asked', 0.02, 'A forwardable note is with the person who introduces you.'],
  ['First meeting', 0.05, 'You have met, or the meeting is in the calendar.'],
  ['Partner meeting', 0.2, 'More than one person at the firm has spent time on you.'],
  ['Due diligence', 0.4, 'They call customers, ask for the data room, talk terms.'],
  ['Term sheet', 0.8, 'Written terms. Not money yet.'],
  ['Committed', 1, 'Signed, or a clear yes with an amount in writing.'],
  ['Passed', 0, 'A no. Write down why: the pattern is worth more than the check.'],
]
const at = (column: string) => `Pipeline!$${column}$${FIRST}:$${column}$${LAST}`

/** A line an investor: name, firm, status, check, introduced by, first and last contact, next step, due, notes. */
const text = readFileSync(new URL('texts/pipeline.txt', import.meta.url), 'utf8')
const examples = text
  .trim()
  .split('\n')
  .map(line => line.split('|'))

const head = [
  'Investor',
  'Firm',
  'Status',
  'Check size',
  'Probability',
  'Expected',
  'Introduced by',
  'First contact',
  'Last contact',
  'Days quiet',
  'Next step',
  'Due',
  'Notes',
]

function row(number: number): Cell[] {
  const [investor, firm, status, check, by, first, last, next, due, notes] = examples[number - FIRST] ?? []
  const date = (text?: string) => (text ? day(text, 'inDay') : cell(null, 'inDay'))
  return [
    cell(investor ?? null, 'inText'),
    cell(firm ?? null, 'inText'),
    cell(status ?? null, 'inText'),
    cell(check ? Number(check) : null, 'inMoney'),
    formula(`IF(ISBLANK(C${number}),"",VLOOKUP(C${number},Lists!$A$5:$B$12,2,FALSE))`, 'boxPercent'),
    formula(`IF(ISBLANK(C${number}),"",D${number}*E${number})`, 'boxMoney'),
    cell(by ?? null, 'inText'),
    date(first),
    date(last),
    formula(`IF(OR(ISBLANK(I${number}),C${number}="Passed",C${number}="Committed"),"",TODAY()-I${number})`, 'boxDays'),
    cell(next ?? null, 'inWrap'),
    date(due),
    cell(notes ?? null, 'inWrap'),
  ]
}

const pipeline: Sheet = {
  name: 'Pipeline',
  widths: [20, 24, 16, 13, 11, 13, 24, 13, 13, 8, 30, 13, 44],
  frozen: 4,
  landscape: true,
  choices: { [`C${FIRST}:C${LAST}`]: 'Lists!$A$5:$A$12' },
  rows: [
    [cell('Fundraising pipeline', 'title')],
    [
      cell(
        'One row an investor. Fill in the yellow cells; the white ones count by themselves. The rows below are examples: write over them.',
        'note',
      ),
    ],
    [],
    head.map(text => cell(text, 'head')),
    ...Array.from({ length: LAST - FIRST + 1 }, (_, i) => row(FIRST + i)),
  ],
}

const line = (label: string, value: Cell, note: string): Cell[] => [cell(label, 'text'), value, cell(note, 'note')]

const summary: Sheet = {
  name: 'Summary',
  widths: [34, 18, 80],
  rows: [
    [cell('Where the round stands', 'title')],
    [
      cell(
        'The two yellow cells are yours. Look at this page on Monday morning, before you open your mail.',
        'subtitle',
      ),
    ],
    [],
    [cell('The round', 'section'), cell(null, 'section'), cell(null, 'section')],
    line(
      'Target',
      cell(1_500_000, 'inMoney'),
      'What you say you are raising. Choose it from a plan: what it buys, and until when.',
    ),
    line('Hoped-for close', day('2026-03-31', 'inDay'), 'A date you have told nobody is only a wish.'),
    line('Committed', formula(`SUMIF(${at('C')},"Committed",${at('D')})`, 'money'), 'Money that is sure.'),
    line('Still to raise', formula('IF(B5>B7,B5-B7,0)', 'money'), ''),
    line(
      'Expected from the others',
      formula(`SUM(${at('F')})-B7`, 'money'),
      'Each check times the probability of its status.',
    ),
    line(
      'Coverage',
      formula('IF(B8=0,"done",B9/B8)', 'multiple'),
      'Expected over still to raise. Below 1.0x you need more conversations, not better ones.',
    ),
    line(
      'Days to the close',
      formula('B6-TODAY()', 'days'),
      'Six to ten weeks of full attention is usual for a first round.',
    ),
    [],
    [cell('By status', 'head'), cell('Investors', 'head'), cell('What the status means', 'head')],
    ...statuses.map(([status, , meaning]): Cell[] => [
      cell(status, 'boxText'),
      formula(`COUNTIF(${at('C')},"${status}")`, 'boxNumber'),
      cell(meaning, 'boxText'),
    ]),
    [cell('All', 'totalText'), formula('SUM(B14:B21)', 'total'), cell(null, 'totalText')],
    [],
    [cell('Two rules that save months', 'section'), cell(null, 'section'), cell(null, 'section')],
    [
      cell('Run it in parallel.', 'strong'),
      null,
      cell(
        'Start all first meetings within two weeks. Terms come from having a choice, and a choice comes from timing.',
        'wrap',
      ),
    ],
    [
      cell('A slow yes is a no.', 'strong'),
      null,
      cell(
        'Three weeks of silence after a meeting is an answer. Ask once, plainly, and move the row to Passed.',
        'wrap',
      ),
    ],
  ],
}

const lists: Sheet = {
  name: 'Lists',
  widths: [20, 14, 70],
  rows: [
    [cell('Statuses and their probabilities', 'title')],
    [cell('The probabilities are a first guess. After twenty conversations, put in your own.', 'subtitle')],
    [],
    ['Status', 'Probability', 'What it means'].map(text => cell(text, 'head')),
    ...statuses.map(([status, probability, meaning]): Cell[] => [
      cell(status, 'boxText'),
      cell(probability, 'inPercent'),
      cell(meaning, 'boxText'),
    ]),
  ],
}

export const fundraisingPipeline = () => workbook([pipeline, summary, lists], { title: 'Fundraising pipeline' })
