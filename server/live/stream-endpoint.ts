import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'

/** For the OpenAPI page. serve-live.ts serves it, since its response is a stream. */
export const liveStream = endpoint('GET', '/api/live', {
  summary:
    'What changes, as it changes: server-sent events whose data is a list of changes. It begins after `since`, or after the Last-Event-ID header',
  query: z.object({
    since: z.string().optional().describe('The position that a page or an earlier message named'),
    probe: z.string().optional().describe('Asks only whether a stream may be opened'),
  }),
  sends: ['text/event-stream'],
  also: { 204: 'Asked with `probe`: a stream may be opened' },
})
