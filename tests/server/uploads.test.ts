import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { makeUploadSlots } from '../../server/request/upload-slots.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

/** Uploads over a raw socket, so that the test can delay the body. */
let patient: TestServer
let impatient: TestServer
let shared: TestServer
let scarce: TestServer
const portOf = new Map<TestServer, number>()
beforeAll(async () => {
  patient = await open({ LIMIT_UPLOADS_AT_ONCE: '3', LIMIT_UPLOAD_IDLE_SECONDS: '300' })
  impatient = await open({ LIMIT_UPLOAD_IDLE_SECONDS: '1' })
  shared = await open({ LIMIT_UPLOADS_AT_ONCE: '8', LIMIT_UPLOAD_IDLE_SECONDS: '300' })
  scarce = await open({ LIMIT_UPLOADS_AT_ONCE: '3', LIMIT_UPLOAD_IDLE_SECONDS: '1' })
})
afterAll(() => Promise.all([scarce.close(), patient.close(), impatient.close(), shared.close()]))

async function open(env: Record<string, string>): Promise<TestServer> {
  const server = await startTestServer({ adminUrl: inject('adminUrl'), env })
  portOf.set(server, Number(new URL(await server.listen()).port))
  return server
}

const MIB = 1024 * 1024

/** Sends the headers of an upload and the first piece of its body. The test sends the rest. */
async function begin(server: TestServer, cookies: string, size = 19 * MIB): Promise<Socket> {
  const port = portOf.get(server) ?? 0
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(
    [
      'POST /api/resource-files?name=plan.txt&title=Plan HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Sec-Fetch-Site: same-origin',
      'Content-Type: text/plain',
      `Content-Length: ${size}`,
      ...(cookies ? [`Cookie: ${cookies}`] : []),
      '\r\n',
    ].join('\r\n'),
  )
  socket.write(Buffer.alloc(1024, 'a'))
  return socket
}

const statusOf = async (socket: Socket) => {
  const [first] = (await once(socket, 'data')) as [Buffer]
  return Number(/^HTTP\/1\.1 (\d+)/.exec(first.toString())?.[1])
}

test('an upload without a session is refused before its body arrives', async () => {
  const socket = await begin(patient, '')
  expect(await statusOf(socket)).toBe(401)
  socket.destroy()
})

test('a member may have two concurrent uploads, and a finished one frees its slot', async () => {
  const ada = await patient.member('Ada')
  const sockets = await Promise.all([1, 2, 3].map(() => begin(patient, ada.cookies)))
  // The other two wait for the rest of their bodies.
  expect(await Promise.race(sockets.map(statusOf))).toBe(429)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => wholeUpload(patient, ada.cookies), { timeout: 20_000 }).toBe(201)
})

test('the number of concurrent uploads of all members is limited by the setting', async () => {
  const members = await Promise.all(['Ada', 'Bob', 'Eve', 'Dan'].map(name => patient.member(name)))
  const sockets = await Promise.all(members.map(({ cookies }) => begin(patient, cookies)))
  expect(await Promise.race(sockets.map(statusOf))).toBe(503)
  for (const socket of sockets) socket.destroy()
})

test('four members with two slow uploads each leave slots for others', async () => {
  const names = ['Ada', 'Bob', 'Eve', 'Dan']
  const [victim, ...slow] = await Promise.all(['Zoe', ...names].map(name => shared.member(name)))
  const sockets = await Promise.all(slow.flatMap(({ cookies }) => [begin(shared, cookies), begin(shared, cookies)]))
  const refused = new Promise(resolve => {
    let count = 0
    for (const socket of sockets)
      void statusOf(socket).then(status => {
        expect(status).toBe(429)
        if (++count === 2) resolve('two')
      })
  })
  // In any order, at most six of the eight get a slot.
  expect(await refused).toBe('two')
  expect(await wholeUpload(shared, victim?.cookies ?? '')).toBe(201)
  for (const socket of sockets) socket.destroy()
})

test('a stalled upload is ended and frees its slot', async () => {
  const ada = await impatient.member('Ada')
  const stuck = await Promise.all([1, 2].map(() => begin(impatient, ada.cookies)))
  expect(await Promise.all(stuck.map(statusOf))).toEqual([408, 408])
  await expect.poll(() => wholeUpload(impatient, ada.cookies), { timeout: 20_000 }).toBe(201)
})

test('when somebody gets no slot, slow uploads are ended', async () => {
  const members = await Promise.all(['Ada', 'Bob', 'Eve'].map(name => scarce.member(name)))
  const victim = await scarce.member('Zoe')
  const sockets = await Promise.all(members.map(({ cookies }) => begin(scarce, cookies)))
  // More than a stalled upload sends.
  const timer = setInterval(() => {
    for (const socket of sockets) if (!socket.closed) socket.write(Buffer.alloc(40 * 1024, 'a'))
  }, 500)
  onTestFinished(() => {
    clearInterval(timer)
    for (const socket of sockets) socket.destroy()
  })
  expect(await wholeUpload(scarce, victim.cookies)).toBe(503)
  expect(await Promise.race(sockets.map(statusOf))).toBe(408)
  expect(await wholeUpload(scarce, victim.cookies)).toBe(201)
})

async function wholeUpload(server: TestServer, cookies: string): Promise<number> {
  const socket = await begin(server, cookies, 1024)
  const status = await statusOf(socket)
  socket.destroy()
  return status
}

test('an upload whose connection closed during the session look-up takes no slot', async () => {
  const slots = makeUploadSlots(1)
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as { port: number }).port, '127.0.0.1')
  client.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  client.destroy()
  await once(response, 'close')
  expect(() => slots.take('ada', response)).toThrow('The upload stopped')
  expect(slots.size).toBe(0)
  server.close()
})

test.each([
  ['too large for its route', { 'content-type': 'image/jpeg', 'content-length': String(6 * MIB) }],
  ['without a body', {}],
  ['with an empty body', { 'content-type': 'image/jpeg', 'content-length': '0' }],
])('an upload %s is refused, and its timeout does not crash the server later', async (_, headers) => {
  const ada = await impatient.member('Ada')
  const socket = connect(portOf.get(impatient) ?? 0, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const lines = Object.entries({ host: 'here', 'sec-fetch-site': 'same-origin', cookie: ada.cookies, ...headers })
  socket.write(
    `PUT /api/profile/avatar HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`,
  )
  const status = await statusOf(socket)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  await sleep(1500)
  expect((await impatient.visitor.asks('GET', '/healthz')).status).toBe(200)
  socket.destroy()
})

test('pipelined uploads on one connection free their slots when it is closed', async () => {
  const ada = await patient.member('Ada')
  const uploadOf = (size: number) =>
    [
      'POST /api/resource-files?name=plan.txt&title=Plan HTTP/1.1',
      'Host: here',
      'Sec-Fetch-Site: same-origin',
      'Content-Type: text/plain',
      `Content-Length: ${size}`,
      `Cookie: ${ada.cookies}`,
      '\r\n',
    ].join('\r\n')
  const socket = connect(portOf.get(patient) ?? 0, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`${uploadOf(5)}abcde${uploadOf(MIB)}`)
  await once(socket, 'data')
  socket.destroy()
  await expect.poll(() => wholeUpload(patient, ada.cookies), { timeout: 20_000 }).toBe(201)
  await expect.poll(() => wholeUpload(patient, ada.cookies), { timeout: 20_000 }).toBe(201)
})
