import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { handlers } from '../../server/slices.ts'
import { type Member, startTestServer, type TestServer } from '../test-server.ts'

/**
 * A regular expression with catastrophic backtracking takes seconds on a long text and blocks the process. So the length of a text is
 * checked before any pattern. This test sends texts that provoke backtracking in every field of every call.
 */
const BODY = 60_000 // a JSON body has at most 64 KiB
const QUERY = 15_000 // all headers together at most 16 KiB
const MOST_CPU = 1_000_000 // microseconds of this process, however busy the machine is; an ordinary request takes about 5,000

const texts = (length: number) => {
  const filled = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
  return [
    `a@${filled('.').slice(3)}@`,
    `a@${filled('a.').slice(3)}@`,
    `${filled(' ').slice(2)}x`,
    `x${filled(' \t\n').slice(2)}x`,
    `http://${filled('a.').slice(7)}`,
    `https://${filled('/').slice(9)}!`,
    filled('-'),
    filled('0'),
    `+1${filled('1 ').slice(3)}!`,
    `2026-01-01T${filled('1:').slice(12)}!`,
    `1:${filled('a').slice(2)}`,
    filled('[['),
  ]
}

let server: TestServer
let ada: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
})
afterAll(() => server.close())

/** The path of every field of a shape: ['options', 'data', 'username']. */
function fieldsOf(shape: z.ZodType): string[][] {
  if (!(shape instanceof z.ZodObject)) return []
  return Object.entries(shape.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const inner = fieldsOf(field)
    return inner.length > 0 ? inner.map(way => [name, ...way]) : [[name]]
  })
}
const bodyWith = ([name = '', ...rest]: string[], text: string): object => ({
  [name]: rest.length > 0 ? bodyWith(rest, text) : text,
})
const pathOf = ({ path }: Endpoint) => path.replace(/:\w+/g, '1')

/** The CPU time of a request in this process, in microseconds. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

test('no field of any call takes long to validate with a long text', { timeout: 240_000 }, async () => {
  const slow: string[] = []
  let tried = 0
  const attempt = async (method: string, url: string, body: object | undefined, what: string) => {
    const once = () =>
      cpuOf(async () => {
        const { status, text } = await ada.asks(method, url, body)
        expect(status, `${what}: ${text.slice(0, 200)}`).toBeLessThan(500)
      })
    tried++
    let cpu = await once()
    // Other work of this process, such as garbage collection, counts too: a text that is slow is slow each time.
    if (cpu > MOST_CPU) cpu = Math.min(cpu, await once())
    if (cpu > MOST_CPU) slow.push(`${what}: ${Math.round(cpu / 1000)} ms`)
  }
  for (const { endpoint, upload } of handlers) {
    const { method, query, body } = endpoint
    const path = pathOf(endpoint)
    for (const way of upload ? [] : fieldsOf(body))
      for (const text of texts(BODY))
        await attempt(method, path, bodyWith(way, text), `${method} ${path} ${way.join('.')} ${text.slice(0, 14)}…`)
    for (const [name = ''] of fieldsOf(query))
      for (const text of texts(QUERY)) {
        const url = `${path}?${new URLSearchParams({ [name]: text })}`
        await attempt(
          method,
          url,
          method === 'GET' ? undefined : {},
          `${method} ${path}?${name}= ${text.slice(0, 14)}…`,
        )
      }
    if (endpoint.path.includes(':') && method === 'GET')
      for (const text of texts(QUERY))
        await attempt(
          method,
          endpoint.path.replace(/:\w+/g, encodeURIComponent(text)),
          undefined,
          `GET ${endpoint.path}`,
        )
  }
  expect(slow).toEqual([])
  // If the session had ended, every answer would have been 401 before validation.
  expect(await ada.tries('GET', '/api/profile')).toBe(200)
  // The fields were found.
  expect(tried).toBeGreaterThan(1000)
})

test('a page with a long address is answered as quickly', async () => {
  for (const page of [
    '/members',
    '/members/1',
    '/forum',
    '/investors',
    '/events',
    '/resources',
    '/introduction-requests',
  ])
    for (const text of [...texts(QUERY), '/'.repeat(QUERY)]) {
      const url = `${page}/${text.replaceAll(/[^/a-z]/g, '-')}x?q=${encodeURIComponent(text.slice(0, 5000))}`
      const cpu = await cpuOf(async () => expect((await ada.asks('GET', url)).status).toBeLessThan(500))
      expect(cpu, url.slice(0, 60)).toBeLessThan(MOST_CPU)
    }
})

test('an overlong email address is reported as too long, an invalid one as invalid', async () => {
  const asked = { request_title: 'A buyer', context: 'Somebody who buys', your_company: 'Kontur' }
  const wrong = async (target_email: string) => {
    const answer = await ada.asks('POST', '/api/direct-introduction-requests', { ...asked, target_email })
    expect(answer.status).toBe(400)
    return (answer.json as { error: string }).error
  }
  expect(await wrong(`a@${'.'.repeat(60_000)}@`)).toBe('At most 254 characters; this is 60,003.')
  expect(await wrong('tom@example')).toBe('Invalid email format')
})
