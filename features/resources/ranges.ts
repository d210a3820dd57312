/** Both ends included. */
export type Range = { start: number; end: number }

/**
 * Which part of a file is asked for. Undefined: the whole of it, also when several parts are asked for at once or when the file
 * is another than the one the first part came from. 'none': there is nothing there.
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
