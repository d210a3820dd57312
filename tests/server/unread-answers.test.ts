import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let ada: Member
let bob: Member
let carl: Member
let port: number
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  bob = await server.member('Bob')
  carl = await server.member('Carl')
  port = Number(new URL(await server.listen()).port)
  // A list of 20 MB, more than the socket buffers hold.
  await server.owner.run(sql`set session_replication_role = replica`)
  await server.owner.run(sql`
    insert into posts (title, content, user_id) select 'Long', repeat('é', 20000), ${ada.profile_id} from generate_series(1, 500)`)
})
afterAll(() => server.close())

const sockets: Socket[] = []
beforeEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Sends these requests on a connection and reads nothing until `answers` is called. */
async function sends(requests: string) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.pause()
  await new Promise(done => socket.write(requests, done))
  return {
    socket,
    /** Everything received until the server closes the connection. */
    answers: () =>
      new Promise<string>(done => {
        let text = ''
        socket.on('data', part => {
          text += part
        })
        socket.on('close', () => done(text))
        socket.resume()
      }),
  }
}

const get = (path: string, more = '', who = ada) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${who.cookies}\r\n${more}\r\n`
const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

test('a connection that pipelines requests without reading is closed after a few answers', async () => {
  const { answers } = await sends(get('/healthz').repeat(1000))
  expect(statuses(await answers()).length).toBeLessThanOrEqual(20)
  const { answers: others } = await sends(get('/healthz').repeat(9) + get('/healthz', 'Connection: close\r\n'))
  expect(statuses(await others())).toEqual(Array(10).fill(200))
})

const list = (who = ada, limit = 500) => sends(get(`/api/posts?limit=${limit}`, 'Connection: close\r\n', who))
/** The status of a list that counts as large but is too small to fill the limit. */
const statusOfList = async (who = ada) => statuses(await (await list(who, 2)).answers())
/** Leaves as many large answers unread as one network may. */
const fill = async () => {
  const unread = [await list(bob), await list(carl)]
  await expect.poll(() => statusOfList(), { timeout: 20_000 }).toEqual([503])
  return unread
}

test('large answers are refused while too many are unread, and served again once they are read', async () => {
  const unread = await fill()
  expect(await (await list()).answers()).toMatch(/retry-after: \d/i)
  expect(await ada.tries('GET', '/api/profile'), 'small answers go on').toBe(200)
  for (const { answers } of unread) expect(statuses(await answers())).toEqual([200])
  expect(await statusOfList()).toEqual([200])
})

test('answers of a closed connection no longer count, also those queued behind another', async () => {
  const { socket } = await sends(get('/api/posts?limit=500', '', bob).repeat(4))
  await expect.poll(() => statusOfList(bob), { timeout: 20_000 }).toEqual([503])
  expect(await statusOfList(), 'of another member in the same network').toEqual([200])
  socket.destroy()
  await expect.poll(() => statusOfList(bob), { timeout: 20_000 }).toEqual([200])
})

test('an idle connection is closed', async () => {
  // The live stream writes every 15 seconds.
  expect(server.app.server.timeout).toBeGreaterThan(30_000)
  const open: Socket[] = []
  const keep = (socket: Socket) => open.push(socket)
  server.app.server.on('connection', keep)
  await fill()
  server.app.server.off('connection', keep)
  // The event that Node emits after that time.
  for (const socket of open) socket.emit('timeout')
  await expect.poll(() => statusOfList(), { timeout: 20_000 }).toEqual([200])
})
