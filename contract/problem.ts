import { z } from 'zod'

/** Every error answer has this body. `fields` names what was wrong with an invalid input. */
export const ErrorBody = z.object({
  error: z.string(),
  request_id: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
