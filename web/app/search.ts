type Search = Record<string, string | string[]>

/** The query string as plain words (?q=12 is the text '12'), a repeated name as a list. */
export function parseSearch(text: string): Search {
  const asked = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(asked.keys())].map(name => {
      const values = asked.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

/** What is empty stays out of the address. */
export function stringifySearch(search: Record<string, unknown>): string {
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') asked.append(name, String(one))
  const text = asked.toString()
  return text && `?${text}`
}
