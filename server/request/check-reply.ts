import type { Endpoint } from '../../contract/endpoint.ts'

/**
 * In tests and development every JSON answer is held against its contract: the right types, and not one field more than
 * the contract names, since what is not named is not meant to leave the server.
 */
export function checkReply(endpoint: Endpoint, text: string): void {
  const answer: unknown = JSON.parse(text)
  const parsed = endpoint.reply.safeParse(answer)
  const where = `${endpoint.method} ${endpoint.path}`
  if (!parsed.success) throw new Error(`${where} answers against its contract: ${parsed.error.message}`)
  const extra = extraField(answer, parsed.data, '')
  if (extra) throw new Error(`${where} answers a field that its contract does not name: ${extra}`)
}

function extraField(answer: unknown, parsed: unknown, path: string): string | null {
  if (typeof answer !== 'object' || answer === null || typeof parsed !== 'object' || parsed === null) return null
  for (const [key, value] of Object.entries(answer)) {
    if (!(key in parsed)) return `${path}${key}`
    const deeper = extraField(value, (parsed as Record<string, unknown>)[key], `${path}${key}.`)
    if (deeper) return deeper
  }
  return null
}
