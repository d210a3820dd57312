import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEvent, deleteEvent, updateEvent } from '../contract.ts'
import { readEvents, sendEvent } from './calls.ts'

// The browser bundle's replacement for zod.
vi.mock('zod', () => import('../../../web/form/zod.ts'))

/** Stubs fetch with these responses by path; returns the requested URLs. */
function network(answers: Record<string, { status?: number; body?: string }>) {
  const requested: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url)
    const { status = 200, body = '' } = answers[url.split('?')[0] ?? ''] ?? { status: 404 }
    return new Response(status === 204 ? null : body, { status })
  })
  return requested
}
// A reply that breaks the contract is logged there.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => 'it succeeded',
    (error: Error) => error.message,
  )
const list = () => readEvents({ tab: 'all' }, { signal: new AbortController().signal, orCopy: false, noteCopy() {} })
const [direct, second] = ['/api/direct-events', '/api/events']

test('when the first address fails the second is asked', { tags: ['API-72'] }, async () => {
  const requested = network({ [direct]: { status: 500, body: 'broken' }, [second]: { body: '[]' } })
  expect(await list()).toEqual([])
  expect(requested).toEqual([`${direct}?tab=all`, `${second}?tab=all`])
})

test('when the first address answers the second is left alone', { tags: ['API-72'] }, async () => {
  const requested = network({ [direct]: { body: '[]' } })
  await list()
  expect(requested).toHaveLength(1)
})

test('a read that fails twice says what the server returned, with the first line of its body', {
  tags: ['EVT-62'],
}, async () => {
  network({ [direct]: { status: 500 }, [second]: { status: 502, body: '<h1>Bad gateway</h1>\n<p>nginx</p>' } })
  expect(await failureOf(list())).toBe('Server returned 502: <h1>Bad gateway</h1>')
})

const event = { title: 'T', description: 'D', event_date: '2030-01-01', location: 'L' }
const changes = {
  creating: () => sendEvent('creating', createEvent, event),
  updating: () => sendEvent('updating', updateEvent, { id: 7, ...event }),
  deleting: () => sendEvent('deleting', deleteEvent, { id: 7 }),
}
const anyChange = (answer: { status: number; body?: string }) => network({ [direct]: answer, [`${direct}/7`]: answer })

test('a failed change without words says what failed and with which status', {
  tags: ['EVT-59', 'EVT-60', 'EVT-61'],
}, async () => {
  anyChange({ status: 500, body: '<html>' })
  expect(await failureOf(changes.updating())).toBe('Error updating event: 500')
  expect(await failureOf(changes.creating())).toBe('Error creating event: 500')
  anyChange({ status: 503 })
  expect(await failureOf(changes.deleting())).toBe('Error deleting event: 503')
})

test("an answer with an error field is a failure in the server's words, whatever its status", {
  tags: ['API-77', 'EVT-58'],
}, async () => {
  anyChange({ status: 200, body: '{"error":"The room is taken."}' })
  expect(await failureOf(changes.creating())).toBe('The room is taken.')
  expect(await failureOf(changes.updating())).toBe('The room is taken.')
  anyChange({ status: 409, body: '{"error":"Changed meanwhile."}' })
  expect(await failureOf(changes.updating())).toBe('Changed meanwhile.')
  network({ [direct]: { body: '{"error":"No."}' }, [second]: { body: '{"error":"No."}' } })
  expect(await failureOf(list())).toBe('Server returned 200: {"error":"No."}')
})

test('a reply that breaks the contract is a failure of the same kind', async () => {
  for (const body of ['', '{}', 'null', '[null]', '"text"', '<html>']) {
    network({ [direct]: { body }, [second]: { body } })
    expect(await failureOf(list()), body).toBe(`Server returned 200: ${body}`)
    anyChange({ status: 200, body })
    expect(await failureOf(changes.creating()), body).toBe('Error creating event: 200')
    expect(await failureOf(changes.updating()), body).toBe('Error updating event: 200')
  }
})

test('a deletion is done with an empty answer and with a JSON one', { tags: ['API-81'] }, async () => {
  anyChange({ status: 204 })
  expect(await failureOf(changes.deleting())).toBe('it succeeded')
  anyChange({ status: 200, body: '{"id":7}' })
  expect(await failureOf(changes.deleting())).toBe('it succeeded')
})
