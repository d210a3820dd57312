import { once } from 'node:events'
import { createServer } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { buildWeb } from '../../scripts/build.ts'
import {
  children,
  end,
  exitOutput,
  folderWithDatabase,
  freshFolder,
  isRunning,
  postmasterOf,
  ready,
  startServer,
} from './opening.ts'

const ADA = { email: 'ada@example.com', password: 'correct horse battery' }

// Build once, so that several servers do not build at the same time.
beforeAll(() => buildWeb(() => {}).then(() => {}))

function post(url: string, body: object) {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

test('it prints its progress and its URL, answers there, and Ctrl-C ends all processes', async () => {
  const server = startServer({ DATA_DIR: freshFolder() })
  const { url, how, output } = await ready(server)
  expect(how).toBe('cold')
  expect(output).toContain('Making a new database in ')
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${url}/auth`)).text()).toContain('<title>The Community</title>')

  const started = children(server.pid)
  expect(started.length).toBeGreaterThan(0)
  process.kill(-(server.pid ?? 0), 'SIGINT')
  await once(server, 'exit')
  expect(server.exitCode).toBe(0)
  expect(started.filter(({ pid }) => isRunning(pid))).toEqual([])
})

test('a member who registered before the server was killed with -9 signs in afterwards', async () => {
  const settings = { DATA_DIR: await folderWithDatabase() }
  const first = startServer(settings)
  const before = await ready(first)
  const registered = await post(`${before.url}/api/auth/sign-up`, { ...ADA, options: { data: { username: 'Ada' } } })
  expect(registered.status).toBe(201)
  await end(first, 'SIGKILL')

  const after = await ready(startServer(settings))
  expect(after.how).toBe('warm')
  expect((await post(`${after.url}/api/auth/sign-in`, ADA)).status).toBe(200)
})

test('the server survives the loss of its PostgreSQL and serves again when it is restarted', async () => {
  const folder = await folderWithDatabase()
  const { url } = await ready(startServer({ DATA_DIR: folder }))
  const killed = postmasterOf(folder)
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => postmasterOf(folder), { timeout: 20_000 }).not.toBe(killed)
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 20_000 }).toBe(200)
  const registered = await post(`${url}/api/auth/sign-up`, { ...ADA, options: { data: { username: 'Ada' } } })
  expect(registered.status).toBe(201)
})

test('a log that cannot be written does not stop the server', async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  // Every write fails, as on a full disk.
  const server = startServer(
    { DATA_DIR: await folderWithDatabase(), PORT: String(port), LOG_LEVEL: 'info' },
    '/dev/full',
  )
  const status = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      answer => answer.status,
      () => 0,
    )
  await expect.poll(status, { timeout: 100_000 }).toBe(200)
  // More lines than the log buffers.
  for (let n = 0; n < 100; n++) expect(await status()).toBe(200)
  await new Promise(done => setTimeout(done, 1000))
  expect(await status()).toBe(200)
  expect(server.exitCode).toBe(null)
})

test('a second start on the same data folder is refused with the process that has it', async () => {
  const folder = await folderWithDatabase()
  const first = startServer({ DATA_DIR: folder })
  await ready(first)
  expect(await exitOutput(startServer({ DATA_DIR: folder }))).toEqual({
    code: 1,
    lines: [
      `The data folder ${folder} is already open in process ${first.pid}.`,
      `Use the one that is running, stop it (kill ${first.pid}), or set DATA_DIR to another folder.`,
    ],
  })
})

test('a port in use is reported, and the database that was started is stopped', async () => {
  const occupant = createServer().listen(0, '127.0.0.1')
  await once(occupant, 'listening')
  const { port } = occupant.address() as { port: number }
  const folder = await folderWithDatabase()
  const { code, lines } = await exitOutput(startServer({ DATA_DIR: folder, PORT: String(port) }))
  occupant.close()
  expect(code).toBe(1)
  expect(lines).toEqual([
    `Port ${port} is in use by another program.`,
    `Stop that program, or choose another port: PORT=${port + 1} npm start`,
  ])
  expect(postmasterOf(folder)).toBe(0)
})

test.each([
  ['a DATABASE_URL without a server', { DATABASE_URL: 'postgres://ada@127.0.0.1:1/x' }, 'No database server answers'],
  ['an invalid DATABASE_URL', { DATABASE_URL: 'localhost' }, 'The setting DATABASE_URL'],
  ['a PORT that is not a number', { PORT: 'http' }, 'The setting PORT'],
])('%s stops the start with a two-line message', async (_, settings, sentence) => {
  const { code, lines } = await exitOutput(startServer({ DATA_DIR: freshFolder(), ...settings }))
  expect(code).toBe(1)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(sentence)
})
