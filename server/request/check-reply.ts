import type { Endpoint } from '../../contract/endpoint.ts'

/**
 * In tests and development, validates every JSON reply against its contract: the types, and no extra field, since an undeclared field
 * may leak data.
 */
export function checkReply(endpoint: Endpoint, text: string): void {
  const answer: unknown = JSON.parse(text)
  const parsed = endpoint.reply.safeParse(answer)
  const where = `${endpoint.method} ${endpoint.path}`
  if (!parsed.success) throw new Error(`${where}: the reply does not match its contract: ${parsed.error.message}`)
  const extra = extraField(answer, parsed.data, '')
  if (extra) throw new Error(`${where}: the reply has a field that is not in its contract: ${extra}`)
}

function extraField(answer: unknown, parsed: unknown, path: string): string | null {
  if (typeof answer !== 'object' || answer === null || typeof parsed !== 'object' || parsed === null) return null
  for (const [key, value] of Object.entries(answer)) {
    if (!(key in parsed)) return `${path}${key}`
    const nested = extraField(value, (parsed as Record<string, unknown>)[key], `${path}${key}.`)
    if (nested) return nested
  }
  return null
}
