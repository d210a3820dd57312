/** Both ends are inclusive. */
export type Range = { start: number; end: number }

/**
 * Parses the Range header. Undefined: send the whole file, also for several ranges or if If-Range does not match.
 * 'none': not satisfiable (416).
 */
export function rangeOf(
  headers: { range?: string; 'if-range'?: string | string[] },
  { size, etag }: { size: number; etag: string },
): Range | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  return start > end ? 'none' : { start, end }
}
