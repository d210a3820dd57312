import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { seeded } from '../../scripts/demo/part.ts'
import { openFiles } from '../../server/files/files.ts'
import { type House, type Member, openHouse } from '../../tests/house.ts'
import { listResources } from './contract.ts'
import { demo } from './demo.ts'
import { categories, resourceTypes } from './shared/kinds.ts'

let house: House
let ada: Member
beforeAll(async () => {
  house = await openHouse({ adminUrl: inject('adminUrl') })
  ada = await house.member('Ada')
  const members = [{ ...ada, profile_id: ada.profile_id ?? 0, full_name: 'Ada', company_name: '' }]
  await demo({
    tx: house.owner,
    random: seeded(1),
    now: new Date(),
    files: openFiles(house.config),
    passwordHash: '',
    members,
  })
})
afterAll(() => house.close())

test('the demo has 20 resources of all categories and types, and the files among them can be had', async () => {
  const shared = (await ada.does(listResources, {})).filter(one => one.user_id !== null)
  expect(shared).toHaveLength(20)
  expect(new Set(shared.map(one => one.category))).toEqual(new Set(categories))
  expect(new Set(shared.map(one => one.resource_type))).toEqual(new Set(resourceTypes))
  const files = shared.filter(one => !one.url.startsWith('http'))
  expect(files.length).toBeGreaterThan(3)
  for (const { url, file_size } of files) {
    const answer = await ada.asks('GET', url)
    expect(answer.status).toBe(200)
    expect(Buffer.byteLength(answer.text)).toBe(file_size)
  }
})
