import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'

/** How many rows the test page asks for. */
export const TEST_PAGE_LIMIT = 10

export const readProfiles = endpoint('GET', '/api/profiles', {
  summary: 'Member profiles as they are stored',
  query: z.object({ limit: z.coerce.number().int().min(1).max(500).optional() }),
  reply: z.array(z.unknown()),
})
