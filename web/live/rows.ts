/** A row of a cached reply. */
export type Row = { id: number }
type Pages = { pages: unknown[][]; pageParams: unknown[] }

const isRow = (data: unknown): data is Row => data !== null && typeof data === 'object' && 'id' in data
const isPages = (data: unknown): data is Pages => data !== null && typeof data === 'object' && 'pages' in data

/** The rows of a reply: of a list, of the pages of an infinite query, or the single row. */
export function rowsIn(data: unknown): Row[] {
  if (Array.isArray(data)) return data.filter(isRow)
  if (isPages(data)) return data.pages.flat().filter(isRow)
  return isRow(data) ? [data] : []
}

export const has = (data: unknown, id: number) => rowsIn(data).some(row => row.id === id)

/** The same reply with this row instead of the one with its id. */
export function replaced(data: unknown, row: Row): unknown {
  if (Array.isArray(data)) return data.map(item => (isRow(item) && item.id === row.id ? row : item))
  if (isPages(data)) return { ...data, pages: data.pages.map(page => replaced(page, row)) }
  return isRow(data) && data.id === row.id ? row : data
}

/** The same list without this row. A reply that is a single row is not changed. */
export function without(data: unknown, id: number): unknown {
  if (Array.isArray(data)) return data.filter(item => !isRow(item) || item.id !== id)
  return isPages(data) ? { ...data, pages: data.pages.map(page => without(page, id)) } : data
}

/** The same list with one more row at its end. */
export function appended(data: unknown, row: Row): unknown {
  if (Array.isArray(data)) return [...data, row]
  if (!isPages(data)) return data
  const last = data.pages.length - 1
  return { ...data, pages: data.pages.map((page, n) => (n === last ? [...page, row] : page)) }
}
