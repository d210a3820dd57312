import { z } from 'zod'
import { Limit } from './ids.ts'

/** Keyset pagination. The `after` of the next page is in the Link header and opaque to callers. */
export const Paging = {
  limit: Limit().prefault(500),
  after: z.string().max(2000).optional(),
}
