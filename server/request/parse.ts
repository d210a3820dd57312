import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { notFound, Refusal } from './errors.ts'

/**
 * Address, query string and body as the contract has them. What does not fit is said field by field: as a `problem`, since whoever may not
 * touch the row is told that first.
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
  // An id of the wrong form names nothing.
  if (params === undefined) throw notFound()
  const parsed = {
    params,
    query: read(endpoint.query, request.query),
    body: isUpload ? {} : read(endpoint.body, request.body),
  }
  const [problem] = Object.values(fields)
  return { parsed, problem: problem === undefined ? undefined : new Refusal(400, problem, { fields }) }
}
