import type { StyleName } from './xlsx-styles.ts'

export type Value = string | number | boolean | null
export type Cell = Value | { value?: Value; formula?: string; style?: StyleName }
export type Sheet = {
  name: string
  /** In characters, a column each. */
  widths: number[]
  rows: Cell[][]
  /** Rows that stay in sight while the others scroll. */
  frozen?: number
  /** Cells in which a value is chosen from a range of others: { D5:D40: 'Lists!$A$2:$A$9' }. */
  choices?: Record<string, string>
  landscape?: boolean
}
