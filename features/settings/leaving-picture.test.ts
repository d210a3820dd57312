import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { holdAccount, waitForLocks } from '../../tests/held-account.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { PICTURES, type Profile } from '../profile/contract.ts'

/** Race: a picture saved while the account is deleted leaves no file, in either order. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  waitForLocks(server)
})
afterAll(() => server.close())

const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
const savePicture = async (who: Member) =>
  who.asks('PUT', '/api/profile/avatar', await picture, { 'content-type': 'application/octet-stream' })
const leave = (who: Member) => who.tries('POST', '/api/account/delete', { password: PASSWORD, content: 'remove' })
const folder = () => join(server.config.dataDir, 'files/avatars')
const filesThere = () => readdirSync(folder())

test('saved after the password check and before the deletion', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const held = await holdAccount(server, ada.user_id)
  const leaving = leave(ada)
  await held.waiting(1)
  const saved = await savePicture(ada)
  expect(saved.status).toBe(200)
  await held.letGo()
  expect(await leaving).toBe(204)
  expect(await bob.tries('GET', (saved.json as Profile).avatar_url ?? '')).toBe(404)
  expect(filesThere()).toEqual([])
}, 200_000)

test('being saved during the deletion', async () => {
  const ada = await server.member('Ada')
  await savePicture(ada)
  const name = 'a'.repeat(22)
  const held = await holdAccount(
    server,
    ada.user_id,
    `update profiles set avatar_url = '${PICTURES}${name}.webp' where user_id = $1`,
  )
  for (const file of filesThere()) renameSync(join(folder(), file), join(folder(), file.replace(/^[\w-]{22}/, name)))
  const leaving = leave(ada)
  await held.waiting(1)
  await held.letGo()
  expect(await leaving).toBe(204)
  expect(filesThere()).toEqual([])
}, 200_000)

test('saved right after the deletion', async () => {
  const ada = await server.member('Ada')
  const held = await holdAccount(server, ada.user_id, 'select delete_account($1, $$remove$$)')
  const saving = savePicture(ada)
  await held.waiting(1)
  expect(filesThere()).toHaveLength(2)
  await held.letGo()
  expect(await saving).toMatchObject({ status: 401, json: { error: 'Authentication required' } })
  expect(filesThere()).toEqual([])
}, 200_000)
