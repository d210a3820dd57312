import { z } from 'zod'
import { Limit } from './ids.ts'

/** The part of a list's query that says which page. The `after` of the next page is in the Link header; callers do not read it. */
export const Paging = {
  limit: Limit().prefault(500),
  after: z.string().max(2000).optional(),
}
