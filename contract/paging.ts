import { z } from 'zod'

/** The part of a list's query that says which page. The `after` of the next page is in the Link header; callers do not read it. */
export const Paging = {
  limit: z.coerce.number<number>().int().min(1).max(500).default(500),
  after: z.string().max(2000).optional(),
}
