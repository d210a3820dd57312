import { calculate } from './calculate.ts'
import { coreXml, HEAD, office, pack, packages, relations, xml } from './ooxml.ts'
import type { Cell, Sheet, Value } from './sheet.ts'
import { lineHeight, type StyleName, styleIndex, stylesXml, wraps } from './xlsx-styles.ts'

/** A small writer of workbooks: text, numbers, days and formulas with a look, drop-down lists, and one frozen head. */

/** Days are numbers in a workbook: those since 30 December 1899. */
export const day = (text: string, style: StyleName = 'day'): Cell => ({
  value: Math.round((Date.parse(text) - Date.UTC(1899, 11, 30)) / 86_400_000),
  style,
})

export const cell = (value: Value, style: StyleName): Cell => ({ value, style })
export const formula = (text: string, style: StyleName = 'number'): Cell => ({ formula: text, style })

export function workbook(sheets: Sheet[], { title }: { title: string }): Uint8Array {
  const values = calculate(sheets)
  const parts: Record<string, string> = {
    '[Content_Types].xml': contentTypes(sheets.length),
    '_rels/.rels': relations([
      ['officeDocument', 'xl/workbook.xml'],
      ['metadata/core-properties', 'docProps/core.xml'],
    ]),
    'docProps/core.xml': coreXml(title),
    'xl/workbook.xml': workbookXml(sheets),
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, i): [string, string] => ['worksheet', `worksheets/sheet${i + 1}.xml`]),
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': stylesXml(),
  }
  sheets.forEach((sheet, i) => {
    parts[`xl/worksheets/sheet${i + 1}.xml`] = sheetXml(
      sheet,
      (row, column) => values(sheet.name, row, column),
      i === 0,
    )
  })
  return pack(parts)
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

export const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

function contentTypes(sheets: number): string {
  const part = (name: string, type: string) =>
    `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  const each = Array.from({ length: sheets }, (_, i) => part(`/xl/worksheets/sheet${i + 1}.xml`, 'worksheet'))
  return `${HEAD}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/styles.xml', 'styles')}${each.join('')}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`
}

function workbookXml(sheets: Sheet[]): string {
  const each = sheets.map(({ name }, i) => `<sheet name="${xml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
  // Everything is calculated anew when it is opened: what depends on today is true today.
  return `${HEAD}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each.join('')}</sheets><calcPr calcId="191029" fullCalcOnLoad="1"/></workbook>`
}

function sheetXml(sheet: Sheet, valueAt: (row: number, column: number) => Value, isFirst: boolean): string {
  const rows = sheet.rows.map((cells, row) => {
    const each = cells.map((one, column) => cellXml(one, `${columnName(column)}${row + 1}`, valueAt(row, column)))
    return `<row r="${row + 1}" ht="${heightOf(cells, sheet.widths)}" customHeight="1">${each.join('')}</row>`
  })
  const widths = sheet.widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
  const pane = sheet.frozen
    ? `<pane ySplit="${sheet.frozen}" topLeftCell="A${sheet.frozen + 1}" activePane="bottomLeft" state="frozen"/>`
    : ''
  const lists = Object.entries(sheet.choices ?? {}).map(
    ([cells, from]) =>
      `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${cells}"><formula1>${xml(from)}</formula1></dataValidation>`,
  )
  const validations = lists.length ? `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>` : ''
  return `${HEAD}<worksheet xmlns="${main}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView showGridLines="0"${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${rows.join('')}</sheetData>${validations}<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/><pageSetup orientation="${sheet.landscape ? 'landscape' : 'portrait'}" fitToWidth="1" fitToHeight="0"/></worksheet>`
}

/** Enough for the longest text in it: not every program finds that out by itself. */
function heightOf(cells: Cell[], widths: number[]): number {
  const heights = cells.map((one, column) => {
    const { value, style = 'text' } = one !== null && typeof one === 'object' ? one : { value: one }
    const room = ((widths[column] ?? 10) - 2) * 1.1
    const lines = wraps(style) ? Math.ceil(String(value ?? '').length / room) : 1
    return Math.max(1, lines) * lineHeight(style) + 3
  })
  return Math.ceil(Math.max(18, ...heights))
}

function cellXml(one: Cell, place: string, value: Value): string {
  const { formula: f, style } = one !== null && typeof one === 'object' ? one : { formula: undefined, style: undefined }
  const look = ` r="${place}" s="${styleIndex(style ?? 'text')}"`
  const calculated = f === undefined ? '' : `<f>${xml(f)}</f>`
  if (value === null || value === '')
    return f === undefined ? `<c${look}/>` : `<c${look} t="str">${calculated}<v></v></c>`
  if (typeof value === 'number') return `<c${look}>${calculated}<v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c${look} t="b">${calculated}<v>${Number(value)}</v></c>`
  if (f !== undefined) return `<c${look} t="str">${calculated}<v>${xml(value)}</v></c>`
  return `<c${look} t="inlineStr"><is><t xml:space="preserve">${xml(value)}</t></is></c>`
}
