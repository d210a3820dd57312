import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { Limit } from '../../contract/ids.ts'

/** Number of rows on the test page. */
export const TEST_PAGE_LIMIT = 10

export const readProfiles = endpoint('GET', '/api/profiles', {
  summary: 'Member profiles as they are stored',
  query: z.object({ limit: Limit().optional() }),
  reply: z.array(z.unknown()),
})
