import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { buildWeb } from '../../scripts/build.ts'
import { smtpServer } from '../server/smtp.ts'
import {
  end,
  exitOutput,
  folderWithDatabase,
  freshFolder,
  postmasterOf,
  ready,
  startServer,
  startWorker,
} from './opening.ts'

beforeAll(() => buildWeb(() => {}).then(() => {}))

/** Registers an account, which sends a mail. */
const register = (url: string, name: string) =>
  fetch(`${url}/api/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${name}@example.com`,
      password: 'correct horse battery',
      options: { data: { username: name } },
    }),
  })

test('a server sends mails; with JOBS=off only a worker does, also after PostgreSQL was killed', async () => {
  const smtp = await smtpServer()
  const settings = { DATA_DIR: await folderWithDatabase(), SMTP_URL: smtp.url }
  const arrived = () => smtp.letters.map(letter => letter.to.split('@')[0])

  const first = startServer(settings)
  expect((await register((await ready(first)).url, 'ada')).status).toBe(201)
  await expect.poll(arrived, { timeout: 20_000 }).toEqual(['ada'])
  expect(await end(first)).toBe(0)

  const second = startServer({ ...settings, JOBS: 'off' })
  const { url } = await ready(second)
  expect((await register(url, 'bob')).status).toBe(201)
  await sleep(2000)
  expect(arrived()).toEqual(['ada'])

  const worker = startWorker(settings)
  await expect.poll(arrived, { timeout: 20_000 }).toEqual(['ada', 'bob'])
  const killed = postmasterOf(settings.DATA_DIR)
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => postmasterOf(settings.DATA_DIR), { timeout: 20_000 }).not.toBe(killed)
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 20_000 }).toBe(200)
  expect((await register(url, 'carol')).status).toBe(201)
  await expect.poll(arrived, { timeout: 40_000 }).toEqual(['ada', 'bob', 'carol'])
  expect(await end(worker)).toBe(0)
})

test('a worker without a running embedded database explains what to do', async () => {
  const { code, lines } = await exitOutput(startWorker({ DATA_DIR: freshFolder() }))
  expect(code).toBe(1)
  expect(lines[0]).toMatch(/^No server is running with the embedded database in /)
  expect(lines[1]).toBe('Start the server first (npm start), or set DATABASE_URL.')
})
