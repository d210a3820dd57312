type Asked = { method: string; headers: { 'if-none-match'?: string | string[] } }

/** Whether the browser has this file already, as its If-None-Match says: a list of tags, or `*` for any. */
export function hasAlready({ headers }: Pick<Asked, 'headers'>, etag: unknown): boolean {
  const known = String(headers['if-none-match'] ?? '')
  return typeof etag === 'string' && known.split(',').some(one => ['*', etag].includes(one.trim().replace(/^W\//, '')))
}

/** False: the headers are enough, so that a file need not be read. */
export const needsBody = (asked: Asked, etag: string): boolean => asked.method !== 'HEAD' && !hasAlready(asked, etag)
