type ConditionalRequest = { method: string; headers: { 'if-none-match'?: string | string[] } }

/** Whether If-None-Match (a list of tags, or `*` for any) has this tag: the answer is then 304. */
export function isNotModified({ headers }: Pick<ConditionalRequest, 'headers'>, etag: unknown): boolean {
  const tags = String(headers['if-none-match'] ?? '').split(',')
  return typeof etag === 'string' && tags.some(tag => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}

/** False when the response has headers only (HEAD or 304), so that the file need not be read. */
export const needsBody = (request: ConditionalRequest, etag: string): boolean =>
  request.method !== 'HEAD' && !isNotModified(request, etag)
