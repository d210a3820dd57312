import { z } from 'zod'

/** The body of every error response. `fields` has the validation errors by field. */
export const ErrorBody = z.object({
  error: z.string(),
  request_id: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
