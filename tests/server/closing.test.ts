import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startTestServer } from '../test-server.ts'

test('a server that is closing is not ready, answers the requests on open connections, and closes each connection afterwards', async () => {
  const server = await startTestServer({ adminUrl: inject('adminUrl') })
  const ada = await server.member('Ada')
  const { port } = new URL(await server.listen())
  const open = async () => {
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  const answerOn = async (socket: Socket, end: string) => {
    socket.write(end)
    return (await text(socket)).toLowerCase()
  }
  const body = JSON.stringify({ title: 'Written while it closes', content: 'Text' })
  const head = [
    'POST /api/posts HTTP/1.1',
    'Host: x',
    `Cookie: ${ada.cookies}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]

  const begun = await open()
  const received = once(server.app.server, 'request')
  begun.write(`${head.join('\r\n')}\r\n\r\n`)
  await received
  const accepted = once(server.app.server, 'connection')
  const justOpened = await open()
  await accepted
  const unused = await open()
  const closing = server.close()

  const second = await answerOn(justOpened, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(second).toContain('http/1.1 200')
  expect(second).toContain('connection: close')
  // The request whose body has not come still runs: a load balancer learns on a new connection that it should send requests elsewhere.
  expect(await answerOn(await open(), 'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n')).toContain('http/1.1 503')
  const first = await answerOn(begun, body)
  expect(first).toContain('http/1.1 201')
  expect(first).toContain('connection: close')
  expect(await text(unused)).toBe('')
  await closing
})

test('a server that a load balancer checks still accepts connections while it closes, to say that it is not ready', async () => {
  const server = await startTestServer({ adminUrl: inject('adminUrl') })
  const url = await server.listen()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const closing = server.close()
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  await closing
})
