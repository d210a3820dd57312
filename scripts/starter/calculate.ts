import FormulaParser from 'fast-formula-parser'
import type { Sheet, Value } from './sheet.ts'

type Place = { sheet: string; row: number; col: number }
type Area = { sheet: string; from: { row: number; col: number }; to: { row: number; col: number } }

const TODAY = 46_027 // 5 January 2026, so that the files are the same whenever they are made

/**
 * What every formula of a workbook comes to, so that a program that only shows the file has something to show. Gives the
 * value of a cell by its sheet and its row and column from 0.
 */
export function calculate(sheets: Sheet[]): (sheet: string, row: number, column: number) => Value {
  const known = new Map<string, Value>()
  const idle: FormulaParser[] = []

  function valueAt(sheet: string, row: number, column: number): Value {
    const one = sheets.find(({ name }) => name === sheet)?.rows[row]?.[column] ?? null
    if (one === null || typeof one !== 'object') return one
    if (one.formula === undefined) return one.value ?? null
    const key = `${sheet}!${row},${column}`
    if (!known.has(key)) known.set(key, parsed(one.formula, { sheet, row: row + 1, col: column + 1 }))
    return known.get(key) ?? null
  }

  function parsed(formula: string, place: Place): Value {
    // A formula asks for other cells while it is read, and a parser reads one formula at a time.
    const parser = idle.pop() ?? newParser()
    const value = parser.parse(formula, place)
    idle.push(parser)
    if (value !== null && typeof value === 'object')
      throw new Error(`${place.sheet}, row ${place.row}: =${formula} comes to ${String(value)}`)
    return value as Value
  }

  const newParser = () =>
    new FormulaParser({
      onCell: ({ sheet, row, col }: Place) => valueAt(sheet, row - 1, col - 1),
      onRange: ({ sheet, from, to }: Area) =>
        span(from.row, to.row).map(row => span(from.col, to.col).map(col => valueAt(sheet, row - 1, col - 1))),
      functions: { TODAY: () => TODAY },
    })
  return valueAt
}

const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
