import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let port: number
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  port = Number(new URL(await server.listen()).port)
})
afterAll(() => server.close())

/** The server's end of each socket. */
const connections = new Map<Socket, Socket>()

/** Sends the headers and one letter of a body. The rest never comes. */
async function begin(path: string, cookies: string, length = 60_000): Promise<Socket> {
  const connected = once(server.app.server, 'connection')
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Cookie: ${cookies}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
  ]
  const received = once(server.app.server, 'request')
  socket.write(`${head.join('\r\n')}\r\n\r\n{`)
  await received
  connections.set(socket, (await connected)[0])
  return socket
}
/** Resolves when the server has read it. */
async function sends(socket: Socket, length: number): Promise<void> {
  const received = () => connections.get(socket)?.bytesRead ?? 0
  const before = received()
  socket.write(' '.repeat(length))
  await expect.poll(received).toBe(before + length)
}
const statusOn = async (socket: Socket) => String((await once(socket, 'data'))[0]).split(' ')[1]

test('a connection whose body does not come is closed after the answer, whether that is a refusal or the timeout of the handler', async () => {
  const { cookies } = await server.member('Ada')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  for (const [path, cookie, status] of [
    ['/api/posts', '', '401'],
    ['/api/resource-files', '', '401'],
    ['/api/nothing', cookies, '404'],
    ['/api/posts', cookies, '503'],
    ['/api/auth/sign-in', '', '503'],
  ] as const) {
    const socket = await begin(path, cookie)
    const answered = statusOn(socket)
    if (status === '503') vi.advanceTimersByTime(10_000)
    expect(await answered, path).toBe(status)
    const isClosedLater = () => {
      vi.advanceTimersByTime(10_000)
      return socket.closed
    }
    await expect.poll(isClosedLater, { message: path }).toBe(true)
  }
})

test('a client that still sends its refused upload is not cut off', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const socket = await begin('/api/resource-files', '', 400_000)
  expect(await statusOn(socket)).toBe('401')
  for (let i = 0; i < 5; i++) {
    await sends(socket, 40_000)
    vi.advanceTimersByTime(10_000)
  }
  expect(socket.closed).toBe(false)
  vi.advanceTimersByTime(10_000)
  await expect.poll(() => socket.closed).toBe(true)
})

test('a connection whose body came after the refusal serves further requests', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const socket = await begin('/api/posts', '')
  expect(await statusOn(socket)).toBe('401')
  const next = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
  socket.write(`${' '.repeat(59_999)}${next}`)
  expect(await statusOn(socket)).toBe('200')
  vi.advanceTimersByTime(10_000)
  socket.write(next)
  expect(await statusOn(socket)).toBe('200')
})
