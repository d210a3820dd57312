import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { notFound, Refusal } from './errors.ts'

/**
 * Validates path parameters, query string and body against the contract. Returns the errors per field as a `problem` instead of throwing:
 * a 403 or 404 for the row comes before a 400.
 */
export function parse(endpoint: Endpoint, request: FastifyRequest, isUpload: boolean) {
  const fields: Record<string, string> = {}
  const read = (shape: z.ZodType, value: unknown) => {
    const result = shape.safeParse(value ?? {})
    if (result.success) return result.data
    for (const issue of result.error.issues) fields[issue.path.join('.')] ??= issue.message
    return undefined
  }
  const params = read(endpoint.params, request.params)
  // No row can have an id of this form.
  if (params === undefined) throw notFound()
  const parsed = {
    params,
    query: read(endpoint.query, request.query),
    body: isUpload ? {} : read(endpoint.body, request.body),
  }
  const [problem] = Object.values(fields)
  return { parsed, problem: problem === undefined ? undefined : new Refusal(400, problem, { fields }) }
}
