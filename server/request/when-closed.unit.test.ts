import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { whenClosed } from './when-closed.ts'

const server = createServer()
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => void server.close())

async function request() {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  return { client, response }
}

test('it runs once when the response is sent', async () => {
  const { client, response } = await request()
  let runs = 0
  whenClosed(response, () => runs++)
  expect(runs).toBe(0)
  response.end('done')
  await once(response, 'close')
  client.end()
  await once(response.req.socket, 'close')
  expect(runs).toBe(1)
})

test('it runs once when the connection closes', async () => {
  const { client, response } = await request()
  let runs = 0
  whenClosed(response, () => runs++)
  client.destroy()
  await once(response.req.socket, 'close')
  expect(runs).toBe(1)
})

test('it runs at once if the connection has closed already, such as while the database was read', async () => {
  const { client, response } = await request()
  client.destroy()
  await once(response.req.socket, 'close')
  let runs = 0
  whenClosed(response, () => runs++)
  expect(runs).toBe(1)
})
