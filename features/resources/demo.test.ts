import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { seeded } from '../../scripts/demo/part.ts'
import { openFiles } from '../../server/files/files.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { listResources } from './contract.ts'
import { demo } from './demo.ts'
import { categories, resourceTypes } from './shared/kinds.ts'

let server: TestServer
let ada: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  const members = [{ ...ada, profile_id: ada.profile_id ?? 0, full_name: 'Ada', company_name: '' }]
  await demo({
    tx: server.owner,
    random: seeded(1),
    now: new Date(),
    files: openFiles(server.config),
    passwordHash: '',
    members,
  })
})
afterAll(() => server.close())

test('the demo has 20 resources of all categories and types, and its files can be downloaded', async () => {
  const shared = (await ada.does(listResources, {})).filter(resource => resource.user_id !== null)
  expect(shared).toHaveLength(20)
  expect(new Set(shared.map(resource => resource.category))).toEqual(new Set(categories))
  expect(new Set(shared.map(resource => resource.resource_type))).toEqual(new Set(resourceTypes))
  const files = shared.filter(resource => !resource.url.startsWith('http'))
  expect(files.length).toBeGreaterThan(3)
  for (const { url, file_size } of files) {
    const answer = await ada.asks('GET', url)
    expect(answer.status).toBe(200)
    expect(Buffer.byteLength(answer.text)).toBe(file_size)
  }
})
