import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { Limit } from '../../contract/ids.ts'

/** How many rows the test page asks for. */
export const TEST_PAGE_LIMIT = 10

export const readProfiles = endpoint('GET', '/api/profiles', {
  summary: 'Member profiles as they are stored',
  query: z.object({ limit: Limit().optional() }),
  reply: z.array(z.unknown()),
})
