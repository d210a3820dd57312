import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { createTopic } from '../../features/forum/contract.ts'
import { PASSWORD, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let https: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  https = await startTestServer({ adminUrl: inject('adminUrl'), env: { PUBLIC_URL: 'https://community.example' } })
})
afterAll(() => Promise.all([server.close(), https.close()]))

test('pages and data have their security headers', async () => {
  const page = await server.visitor.asks('GET', '/auth')
  expect(page.headers['content-security-policy']).toContain("script-src 'self';")
  expect(page.headers['content-security-policy']).not.toContain('unsafe')
  const data = await server.visitor.asks('GET', '/api/auth/session')
  expect(data.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(data.headers['strict-transport-security']).toBeUndefined()
  expect(data.headers['access-control-allow-origin']).toBeUndefined()
  expect((await https.visitor.asks('GET', '/auth')).headers['strict-transport-security']).toBe('max-age=31536000')
})

test('Strict-Transport-Security includes subdomains only with the setting, and only over https', async () => {
  const header = async (env: Record<string, string>) => {
    const testServer = await startTestServer({
      adminUrl: inject('adminUrl'),
      env: { HSTS_INCLUDE_SUBDOMAINS: 'on', ...env },
    })
    const answers = await Promise.all(
      ['/auth', '/healthz', '/api/nothing'].map(url => testServer.visitor.asks('GET', url)),
    )
    await testServer.close()
    return [...new Set(answers.map(answer => answer.headers['strict-transport-security']))]
  }
  const PUBLIC_URL = 'https://community.example'
  expect(await header({ PUBLIC_URL })).toEqual(['max-age=31536000; includeSubDomains'])
  expect(await header({ PUBLIC_URL, HSTS_INCLUDE_SUBDOMAINS: 'off' })).toEqual(['max-age=31536000'])
  expect(await header({})).toEqual([undefined])
})

/** Writes the raw request line: a client library would normalise the address. */
async function sends(
  line: string,
  headers: string[] = [],
  host = ['host: community.example'],
): Promise<{ status: number; head: string; body: string }> {
  const { port } = server.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write([line, ...host, 'connection: close', ...headers, '', ''].join('\r\n'))
  const answer = await text(socket)
  const [head = '', ...body] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: body.join('\r\n\r\n') }
}

test('no spelling of an API address gets the headers for pages', async () => {
  await server.listen()
  const dataHeaders = [
    "content-security-policy: default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'x-request-id: ',
  ]
  const found = ['/api/auth/session', '/%61pi/auth/session', '/%61%70%69/auth/session', '/api/auth/session/']
  const more = ['/api/auth/%73ession?x=1', 'http://community.example/api/auth/session', '/%2ewell-known/jwks.json']
  for (const address of [...found, ...more]) {
    const { status, head } = await sends(`GET ${address} HTTP/1.1`)
    expect([address, status]).toEqual([address, 200])
    for (const header of dataHeaders) expect(head, address).toContain(header)
  }
  const absent = ['/%61pi/no-such', '/api%2Fauth%2Fsession', '//api/auth/session', '/API/auth/session', '/api', '/api/']
  const others = [
    'http://community.example/%61pi/no-such',
    '/.well-known/no-such',
    '/%2Ewell-known/',
    '/api/no-such/%7E',
  ]
  for (const address of [...absent, ...others, `/%61pi/posts/${'1'.repeat(500)}`]) {
    const { status, head, body } = await sends(`GET ${address} HTTP/1.1`)
    expect([address, status]).toEqual([address, 404])
    for (const header of dataHeaders) expect(head, address).toContain(header)
    expect(body, address).toContain('There is nothing at this address.')
  }
})

test('a browser that opens an address that cannot be decoded gets the app, which says that there is no such page', async () => {
  await server.listen().catch(() => undefined)
  const opened = ['accept: text/html,application/xhtml+xml,*/*;q=0.8']
  for (const address of ['/%', '/%zz', '/forum/%E0%A4%A?q=%zz']) {
    const { status, head, body } = await sends(`GET ${address} HTTP/1.1`, opened)
    expect([address, status]).toEqual([address, 404])
    expect(head, address).toContain('content-type: text/html; charset=utf-8')
    expect(head, address).toContain("script-src 'self'")
    expect(head, address).toContain('cache-control: no-store')
    expect(body, address).toContain('<div id="root">')
  }
  const head = await sends('HEAD /%zz HTTP/1.1', opened)
  expect([head.status, head.body]).toEqual([404, ''])
  for (const line of ['GET /api/%zz HTTP/1.1', 'GET //API/%zz HTTP/1.1', 'POST /%zz HTTP/1.1']) {
    const { status, body } = await sends(line, opened)
    expect([line, status, JSON.parse(body)]).toMatchObject([line, 400, { error: 'The address is not valid.' }])
  }
})

test('errors and other answers that are not pages have the headers for data', async () => {
  await server.listen().catch(() => undefined)
  const lines: [string, number][] = [
    ['GET /%zz HTTP/1.1', 400],
    ['GET /api/%e0%a4%a HTTP/1.1', 400],
    ['POST /forum HTTP/1.1', 404],
    ['POST /%61pi/auth/sign-in HTTP/1.1', 400],
    ['POST /%61pi/profile HTTP/1.1', 401],
    ['OPTIONS /api/profile HTTP/1.1', 404],
    ['HEAD /api/profile HTTP/1.1', 404],
    ['GET /healthz HTTP/1.1', 200],
    ['GET /readyz HTTP/1.1', 200],
  ]
  for (const [line, status] of lines) {
    const answer = await sends(line, ['content-type: application/json', 'content-length: 2', '', '{}'])
    expect([line, answer.status]).toEqual([line, status])
    expect(answer.head, line).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'; sandbox")
    expect(answer.head, line).toContain('cache-control: no-store')
    expect(answer.head, line).toContain('referrer-policy: no-referrer')
    expect(answer.head, line).toContain('x-request-id: ')
  }
})

test('an unparseable request gets a plain message, the headers for data and a request id', async () => {
  await server.listen().catch(() => undefined)
  const answers = [
    [await sends('GET /\u00ff HTTP/1.1'), 400, 'The request could not be read.'],
    [await sends('not a request at all'), 400, 'The request could not be read.'],
    [await sends(`GET /api/posts?q=${'x'.repeat(20_000)} HTTP/1.1`), 431, 'The address or the headers are too long.'],
    [
      await sends('GET /auth HTTP/1.1', ['expect: tea']),
      417,
      'The server does not do what the Expect header asks for.',
    ],
    [await sends('GET /auth HTTP/1.1', [], []), 400, 'The request has no Host header.'],
    [await sends('GET /auth HTTP/1.1', ['HOST: evil.example']), 400, 'The request has more than one Host header.'],
  ] as const
  for (const [{ status, head, body }, expected, words] of answers) {
    expect([words, status]).toEqual([words, expected])
    expect(JSON.parse(body)).toEqual({ error: words, request_id: expect.any(String) })
    expect(head, words).toContain(`x-request-id: ${JSON.parse(body).request_id}`)
    expect(head, words).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'; sandbox")
    expect(head, words).toContain('cache-control: no-store')
    expect(head, words).toContain('x-content-type-options: nosniff')
    expect(head, words).toContain('referrer-policy: no-referrer')
  }
})

test('the log has the reason of an unparseable request and none of its content', async () => {
  await server.listen().catch(() => undefined)
  const debug = vi.spyOn(server.app.log, 'debug')
  await sends('POST /api/auth/sign-in HTTP/1.1', [
    'cookie: session=secret',
    'content-length: 2',
    'content-length: 3',
    '',
    '{}',
  ])
  expect(debug).toHaveBeenCalledOnce()
  expect(Object.keys(debug.mock.calls[0]?.[0] as object)).toEqual(['code', 'reason', 'request_id'])
  expect(JSON.stringify(debug.mock.calls)).not.toContain('rawPacket')
  debug.mockRestore()
})

test('the answer to an unparseable request is not written into the middle of another answer', async () => {
  await server.listen().catch(() => undefined)
  const ada = await server.member('Ada')
  const { port } = server.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const came: string[] = []
  socket.on('data', chunk => came.push(String(chunk)))
  const asks = (path: string) =>
    socket.write(`GET ${path} HTTP/1.1\r\nhost: community.example\r\ncookie: ${ada.cookies}\r\n\r\n`)
  asks('/api/live')
  await expect.poll(() => came.join('')).toContain('text/event-stream')
  asks('/api/auth/session')
  socket.write('not a request at all\r\n\r\n')
  await once(socket, 'close')
  expect(came.join('').match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('every spelling of a page address serves that page with its CSP, uncached', async () => {
  await server.listen().catch(() => undefined)
  for (const address of ['/auth', '/%61uth', '/auth/', '/auth?next=1', 'http://community.example/auth']) {
    const { status, head, body } = await sends(`GET ${address} HTTP/1.1`)
    expect([address, status]).toEqual([address, 200])
    expect(head, address).toContain("content-security-policy: default-src 'none'; script-src 'self';")
    expect(head, address).toContain('cache-control: no-store')
    expect(body, address).toContain('<!doctype html>')
  }
})

test("another site cannot make a member's browser write", async () => {
  const ada = await server.member('Ada')
  const leave = (headers: Record<string, string>) =>
    ada.asks('POST', '/api/auth/sign-out-everywhere', undefined, headers)
  expect((await leave({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await leave({ 'sec-fetch-site': 'same-site' })).status).toBe(403)
  const old = (origin: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/auth/sign-out-everywhere',
      headers: { cookie: ada.cookies, origin, host: 'localhost:3000' },
    })
  expect((await old('https://evil.example')).statusCode).toBe(403)
  expect((await old('null')).statusCode).toBe(403)
  expect((await old('http://localhost:3000')).statusCode).toBe(204)
})

test('over https only the public address may write, not the same host over http or another name', async () => {
  const from = async (origin: string, host = 'community.example') => {
    const { statusCode } = await https.app.inject({
      method: 'POST',
      url: '/api/auth/sign-out',
      headers: { origin, host },
    })
    return statusCode
  }
  expect(await from('http://community.example')).toBe(403)
  expect(await from('https://community.example:8443', 'community.example:8443')).toBe(403)
  expect(await from('https://other.example', 'other.example')).toBe(403)
  expect(await from('https://community.example')).not.toBe(403)
})

test('a write without Sec-Fetch-Site and Origin is accepted; Origin is checked only without Sec-Fetch-Site', async () => {
  const ada = await server.member('Ada')
  const create = (headers: Record<string, string>) =>
    server.app.inject({ method: 'POST', url: '/api/profile', headers: { cookie: ada.cookies, ...headers } })
  expect((await create({})).statusCode).toBe(201)
  expect((await create({ 'sec-fetch-site': 'none' })).statusCode).toBe(201)
  expect((await create({ 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' })).statusCode).toBe(403)
})

test('over https the cookies are Secure and bound to the host', async () => {
  const answer = await https.app.inject({
    method: 'POST',
    url: '/api/auth/sign-up',
    payload: { email: 'eve@example.com', password: PASSWORD, options: { data: { username: 'Eve' } } },
  })
  const cookies = [answer.headers['set-cookie']].flat().map(String)
  expect(cookies).toHaveLength(2)
  for (const cookie of cookies)
    expect(cookie).toMatch(/^__Host-(session|device)=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/)
})

test('an unknown page is the 404 page with status 404, an unknown API address a 404 in JSON', async () => {
  expect(await server.visitor.asks('GET', '/no/such/page')).toMatchObject({
    status: 404,
    text: expect.stringContaining('<!doctype html>'),
  })
  expect(await server.visitor.asks('GET', '/api/no-such')).toMatchObject({
    status: 404,
    json: { error: 'There is nothing at this address.' },
  })
  expect(await server.visitor.tries('GET', '/members')).toBe(200)
})

test('a body for an unknown address is neither read nor parsed', async () => {
  const sent = { 'no JSON': '{"', 'too much': JSON.stringify('x'.repeat(100_000)) }
  for (const [what, body] of Object.entries(sent))
    for (const type of ['application/json', 'text/plain'])
      for (const address of ['/api/nothing-here', '/nothing-here']) {
        const answer = await server.visitor.asks('POST', address, body, { 'content-type': type })
        expect(answer, `${what} ${type}`).toMatchObject({
          status: 404,
          json: { error: 'There is nothing at this address.', request_id: expect.any(String) },
        })
        expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
      }
})

test('proxy headers are trusted only from configured proxies', async () => {
  const plain = await server.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in',
    payload: { email: 'x@example.com', password: 'x' },
    headers: { 'x-forwarded-for': '203.0.113.7' },
  })
  expect(plain.statusCode).toBe(401)
  const last = async (testServer: TestServer) => {
    return (await testServer.owner.one<{ ip: string }>(sql`select ip from audit_log order by id desc limit 1`)).ip
  }
  expect(await last(server)).toBe('127.0.0.1')
  const behind = await startTestServer({ adminUrl: inject('adminUrl'), env: { TRUST_PROXY: '127.0.0.1' } })
  await behind.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in',
    payload: { email: 'x@example.com', password: 'x' },
    headers: { 'x-forwarded-for': '203.0.113.7' },
  })
  expect(await last(behind)).toBe('203.0.113.7')
  await behind.close()
})

test('the log warns once an hour of X-Forwarded-For from an address that TRUST_PROXY does not list', async () => {
  const behind = await startTestServer({ adminUrl: inject('adminUrl'), env: { TRUST_PROXY: '10.0.0.7' } })
  const warn = vi.spyOn(behind.app.log, 'warn')
  const from = (remoteAddress: string, headers: Record<string, string>) =>
    behind.app.inject({ url: '/healthz', remoteAddress, headers })
  await from('10.0.0.7', { 'x-forwarded-for': '203.0.113.7' })
  await from('10.0.0.8', {})
  expect(warn).not.toHaveBeenCalled()
  for (let i = 0; i < 3; i++) await from('10.0.0.8', { 'x-forwarded-for': '203.0.113.7' })
  const line = (count: number) => [{ address: '10.0.0.8', count }, expect.stringContaining('TRUST_PROXY')]
  expect(warn.mock.calls).toEqual([line(1)])
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now')
  for (const minutes of [59, 61]) {
    clock.mockReturnValue(now + minutes * 60_000)
    await from('10.0.0.8', { 'x-forwarded-for': '203.0.113.7' })
  }
  clock.mockRestore()
  expect(warn.mock.calls).toEqual([line(1), line(4)])
  await behind.close()
})

test('the link to the next page has no host, also for an absolute request line', async () => {
  const ada = await server.member('Ada Osei')
  for (const title of ['First', 'Second']) await ada.does(createTopic, { title, content: 'Text' })
  await server.listen().catch(() => undefined)
  const { head } = await sends('GET http://evil.example/api/posts?limit=1 HTTP/1.1', [`cookie: ${ada.cookies}`])
  expect(head).toMatch(/^link: <\/api\/posts\?limit=1&after=/m)
})
