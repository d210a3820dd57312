import type { Cell, Sheet } from './sheet.ts'
import { cell, formula, workbook } from './xlsx.ts'

/** Where things stand on the first sheet; the second one speaks of them. */
const holders = [
  ['Founder 1', 'Common', 4_500_000],
  ['Founder 2', 'Common', 3_500_000],
  ['Founder 3', 'Common', null],
  ['Adviser or early angel', 'Common', 150_000],
  ['Options already granted', 'Options', 350_000],
  ['Options not yet granted', 'Pool', 500_000],
] as const
const safes = [
  ['Lakefront Angels', 250_000, 6_000_000],
  ['Prairie Pre-Seed Fund', 400_000, 8_000_000],
  [null, null, null],
  [null, null, null],
] as const

const section = (text: string, columns: number): Cell[] => [
  cell(text, 'section'),
  ...Array.from({ length: columns - 1 }, () => cell(null, 'section')),
]

const inputs: Sheet = {
  name: 'Inputs',
  widths: [36, 18, 18, 16, 64],
  rows: [
    [cell('Cap table: what you know', 'title')],
    [
      cell(
        'Fill in the yellow cells. The next sheet shows who owns what today, after the SAFEs convert, and after the round.',
        'subtitle',
      ),
    ],
    [],
    section('1. Shares today', 5),
    ['Holder', 'Class', 'Shares'].map(text => cell(text, 'head')),
    ...holders.map(([name, kind, shares]): Cell[] => [
      cell(name, 'inText'),
      cell(kind, 'boxText'),
      cell(shares, 'inNumber'),
      null,
      cell(kind === 'Pool' ? 'The part of the option pool that nobody has been promised.' : null, 'note'),
    ]),
    [cell('All shares, fully diluted', 'totalText'), cell(null, 'totalText'), formula('SUM(C6:C11)', 'total')],
    [],
    section('2. Post-money SAFEs', 5),
    ['Investor', 'Amount', 'Valuation cap', 'Will own', 'How it converts'].map(text => cell(text, 'head')),
    ...safes.map(([name, amount, cap], i): Cell[] => [
      cell(name, 'inText'),
      cell(amount, 'inMoney'),
      cell(cap, 'inMoney'),
      formula(`IF(ISBLANK(C${16 + i}),0,B${16 + i}/C${16 + i})`, 'boxShare'),
      cell(
        i === 0 ? 'A post-money SAFE owns its amount divided by its cap, before the new money comes in.' : null,
        'note',
      ),
    ]),
    [
      cell('All SAFEs', 'totalText'),
      formula('SUM(B16:B19)', 'totalMoney'),
      cell(null, 'totalText'),
      formula('SUM(D16:D19)', 'totalPercent'),
    ],
    [],
    section('3. The round', 5),
    [
      cell('Pre-money valuation', 'text'),
      cell(12_000_000, 'inMoney'),
      null,
      null,
      cell('What the company is agreed to be worth before the new money, SAFEs and the larger pool included.', 'note'),
    ],
    [cell('New money', 'text'), cell(3_000_000, 'inMoney'), null, null, cell('All of it, not only the lead.', 'note')],
    [
      cell('Free option pool after the round', 'text'),
      cell(0.1, 'inPercent'),
      null,
      null,
      cell(
        'Investors usually ask for 10 to 15 percent. It comes out of the founders, so ask what the hires of the next 18 months need.',
        'note',
      ),
    ],
    [],
    section('What follows from it', 5),
    [cell('Post-money valuation', 'text'), formula('B23+B24', 'money')],
    [cell('New investors will own', 'text'), formula('B24/B28', 'percent')],
    [cell('Shares after the round', 'text'), formula('ROUND((C12-C11+C12*D20/(1-D20))/(1-B29-B25),0)', 'number')],
    [cell('Price per share', 'text'), formula('B28/B30', 'price')],
    [cell('Added to the option pool', 'text'), formula('ROUND(B25*B30,0)-C11', 'number')],
    [],
    section('Checks', 5),
    [
      cell('Priced above every SAFE', 'text'),
      formula(
        `IF(AND(${[16, 17, 18, 19].map(row => `C${row}*(1-D20)/C12<=B31`).join(',')}),"OK","Look again")`,
        'strong',
      ),
      null,
      null,
      cell('If not, that SAFE converts at the price of the round instead, and this sheet shows it too much.', 'note'),
    ],
    [
      cell('The pool does not shrink', 'text'),
      formula('IF(B32>=0,"OK","Look again")', 'strong'),
      null,
      null,
      cell('If not, raise the free pool until it is at least what it is today.', 'note'),
    ],
  ],
}

/** One holder after the other: today, after the SAFEs, after the round. */
function holder(row: number, name: string, [today, converted, after]: [string, string, string]): Cell[] {
  return [
    formula(name, 'boxText'),
    formula(today, 'boxNumber'),
    formula(`IF(B$18=0,0,B${row}/B$18)`, 'boxShare'),
    formula(converted, 'boxNumber'),
    formula(`IF(D$18=0,0,D${row}/D$18)`, 'boxShare'),
    formula(after, 'boxNumber'),
    formula(`IF(F$18=0,0,F${row}/F$18)`, 'boxShare'),
    formula(`F${row}*Inputs!$B$31`, 'boxMoney'),
  ]
}
const kept = (row: number, from: number) => holder(row, `Inputs!A${from}`, [`Inputs!C${from}+0`, `B${row}`, `B${row}`])
const pool = (row: number) => holder(row, 'Inputs!A11', ['Inputs!C11', `B${row}`, 'ROUND(Inputs!B25*Inputs!B30,0)'])
const safe = (row: number, from: number) =>
  holder(row, `IF(ISBLANK(Inputs!A${from}),"SAFE",Inputs!A${from})`, [
    '0',
    `ROUND(Inputs!D${from}*Inputs!C$12/(1-Inputs!D$20),0)`,
    `D${row}`,
  ])
const investors = (row: number) => holder(row, '"New investors"', ['0', '0', 'Inputs!B30-SUM(F6:F15)'])

const total: Cell[] = [
  cell('All shares', 'totalText'),
  ...['B', 'C', 'D', 'E', 'F', 'G'].map(column =>
    formula(`SUM(${column}6:${column}16)`, 'BDF'.includes(column) ? 'total' : 'totalPercent'),
  ),
  formula('SUM(H6:H16)', 'totalMoney'),
]

const table: Sheet = {
  name: 'Cap table',
  widths: [30, 15, 10, 15, 10, 15, 10, 18],
  landscape: true,
  rows: [
    [cell('Cap table: who owns what', 'title')],
    [cell('Everything here follows from the sheet Inputs.', 'subtitle')],
    [],
    ['', 'Today', '', 'SAFEs converted', '', 'After the round', '', ''].map(text => cell(text, 'head')),
    ['Holder', 'Shares', 'Owns', 'Shares', 'Owns', 'Shares', 'Owns', 'Worth at the round'].map(text =>
      cell(text, 'head'),
    ),
    ...[6, 7, 8, 9, 10].map(row => kept(row, row)),
    pool(11),
    ...[16, 17, 18, 19].map((from, i) => safe(12 + i, from)),
    investors(16),
    [],
    total,
    [],
    [
      cell('Founders together', 'strong'),
      null,
      formula('SUM(C6:C8)', 'percent'),
      null,
      formula('SUM(E6:E8)', 'percent'),
      null,
      formula('SUM(G6:G8)', 'percent'),
    ],
  ],
}

const notes: Sheet = {
  name: 'Notes',
  widths: [30, 100],
  rows: [
    [cell('What the words mean', 'title')],
    [],
    ...(
      [
        [
          'Fully diluted',
          'All shares there are or may come to be: founders, investors, options granted and options promised to nobody yet.',
        ],
        [
          'Post-money SAFE',
          'Money now for shares later. It fixes what part of the company the investor will own just before the next round: amount over cap. Every further SAFE dilutes the founders, not the earlier SAFEs.',
        ],
        [
          'Option pool',
          'Shares set aside for people you will hire. A pool that is made larger in a round is made larger before the new money, so the present owners pay for it.',
        ],
        [
          'Pre-money, post-money',
          'The value agreed before the new money, and the same plus the new money. The new investors own new money over post-money.',
        ],
        [
          'What is left out',
          'Discounts, uncapped SAFEs, convertible notes with interest, pro-rata rights and liquidation preferences. For those, and before you sign anything, ask your lawyer to run the numbers.',
        ],
      ] as const
    ).map(([word, meaning]): Cell[] => [cell(word, 'strong'), cell(meaning, 'wrap')]),
  ],
}

export const capTable = () => workbook([inputs, table, notes], { title: 'Cap table' })
