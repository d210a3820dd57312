import { HEAD } from './ooxml.ts'

type Style = {
  bold?: true
  size?: number
  color?: string
  fill?: string
  /** A number format of Excel's. */
  format?: string
  line?: 'below' | 'box' | 'above'
  wrap?: true
  align?: 'left' | 'right' | 'center'
  serif?: true
}

const INK = 'FF0B1D2E'
const LAKE = 'FF125A8B'
const MUTED = 'FF55616D'
const INPUT = 'FFFFF8E1'
const money = '"$"#,##0'
const shares = '#,##0'
const percent = '0.0%'

/** `in…`: for the reader to fill in, on pale yellow. */
const styles = {
  text: {},
  title: { bold: true, size: 18, serif: true },
  subtitle: { color: MUTED },
  section: { bold: true, size: 12, color: LAKE, line: 'below' },
  head: { bold: true, color: 'FFFFFFFF', fill: LAKE, wrap: true, line: 'box' },
  wrap: { wrap: true },
  strong: { bold: true },
  note: { color: MUTED, wrap: true, size: 10 },
  number: { format: shares },
  money: { format: money },
  price: { format: '"$"0.0000' },
  percent: { format: percent },
  multiple: { format: '0.0"x"' },
  day: { format: 'mmm d, yyyy', align: 'left' },
  days: { format: '0', align: 'right' },
  totalText: { bold: true, line: 'above' },
  total: { bold: true, format: shares, line: 'above' },
  totalMoney: { bold: true, format: money, line: 'above' },
  totalPercent: { bold: true, format: percent, line: 'above' },
  inText: { fill: INPUT, line: 'box', wrap: true },
  inWrap: { fill: INPUT, line: 'box', wrap: true },
  inNumber: { fill: INPUT, line: 'box', format: shares },
  inMoney: { fill: INPUT, line: 'box', format: money },
  inPercent: { fill: INPUT, line: 'box', format: '0.0%' },
  inDay: { fill: INPUT, line: 'box', format: 'mmm d, yyyy', align: 'left' },
  boxText: { line: 'box', wrap: true },
  boxNumber: { line: 'box', format: shares },
  boxMoney: { line: 'box', format: money },
  boxShare: { line: 'box', format: percent },
  boxPercent: { line: 'box', format: '0%' },
  boxDays: { line: 'box', format: '0', align: 'right' },
} satisfies Record<string, Style>
export type StyleName = keyof typeof styles

const all: Style[] = Object.values(styles)
export const wraps = (name: StyleName) => all[styleIndex(name)]?.wrap ?? false
/** In points: a line of this style. */
export const lineHeight = (name: StyleName) => (all[styleIndex(name)]?.size ?? 11) * 1.45

export const styleIndex = (name: StyleName) => Object.keys(styles).indexOf(name)

const FORMATS = 164 // numbers below are Excel's own
const fontXml = ({ bold, size = 11, color = INK, serif }: Style) =>
  `<font>${bold ? '<b/>' : ''}<sz val="${size}"/><color rgb="${color}"/><name val="${serif ? 'Georgia' : 'Calibri'}"/></font>`
const fillXml = ({ fill }: Style) =>
  fill
    ? `<fill><patternFill patternType="solid"><fgColor rgb="${fill}"/><bgColor indexed="64"/></patternFill></fill>`
    : '<fill><patternFill patternType="none"/></fill>'
const edge = (side: string, color: string) => `<${side} style="thin"><color rgb="${color}"/></${side}>`
const LINE = 'FFD9D3C7'
const borders = {
  none: '<border><left/><right/><top/><bottom/><diagonal/></border>',
  below: `<border><left/><right/><top/>${edge('bottom', LAKE)}<diagonal/></border>`,
  above: `<border><left/><right/>${edge('top', INK)}<bottom/><diagonal/></border>`,
  box: `<border>${['left', 'right', 'top', 'bottom'].map(side => edge(side, LINE)).join('')}<diagonal/></border>`,
}

export function stylesXml(): string {
  const formats = all.map((one, i) =>
    one.format ? `<numFmt numFmtId="${FORMATS + i}" formatCode="${one.format.replaceAll('"', '&quot;')}"/>` : '',
  )
  const sides = Object.keys(borders)
  const looks = all.map((one, i) => {
    // Text keeps a little away from the number before it.
    const side = one.align ?? (one.wrap ? 'left' : undefined)
    const align = `${one.wrap ? ' wrapText="1" indent="1"' : ''}${side ? ` horizontal="${side}"` : ''} vertical="center"`
    // The first two fills are Excel's own.
    return `<xf numFmtId="${one.format ? FORMATS + i : 0}" fontId="${i}" fillId="${one.fill ? i + 2 : 0}" borderId="${sides.indexOf(one.line ?? 'none')}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment${align}/></xf>`
  })
  return `${HEAD}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="${formats.filter(Boolean).length}">${formats.join('')}</numFmts><fonts count="${all.length}">${all.map(fontXml).join('')}</fonts><fills count="${all.length + 2}"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${all.map(fillXml).join('')}</fills><borders count="${sides.length}">${Object.values(borders).join('')}</borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${looks.length}">${looks.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}
