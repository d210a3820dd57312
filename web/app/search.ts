type Search = Record<string, string | string[]>

/** Parses a query string without type conversion (?q=12 is the text '12'); a repeated name is a list. */
export function parseSearch(text: string): Search {
  const params = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(params.keys())].map(name => {
      const values = params.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

/** Omits empty values. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null && item !== '') params.append(name, String(item))
  const text = params.toString()
  return text && `?${text}`
}
