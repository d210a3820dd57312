import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createEvent, deleteEvent, getEvent, updateEvent } from './contract.ts'
import { eventHistory, restoreEvent } from './history.ts'

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  bob = await server.member('Bob')
})
afterAll(() => server.close())

const demoDay = { title: 'Demo day', description: 'Six pitches.', location: 'mHUB', event_date: '2030-06-01' }
const historyLines = async (eventId: number) =>
  (await eventHistory(server.owner, { eventId })).map(
    change => `${change.action} by ${change.changed_by}: ${change.title}`,
  )

test('every change is kept with its user and the earlier state', async () => {
  const { id } = await ada.does(createEvent, demoDay)
  await bob.does(updateEvent, { id, title: 'Demo night' })
  await ada.does(deleteEvent, { id })
  expect(await historyLines(id)).toEqual([
    'deleted by Ada: Demo night',
    'updated by Bob: Demo day',
    'created by Ada: null',
  ])
  expect((await eventHistory(server.owner, { limit: 1 }))[0]).toMatchObject({ event_id: id, action: 'deleted' })
})

test('the operator restores the state before an edit', async () => {
  const { id } = await ada.does(createEvent, demoDay)
  await bob.does(updateEvent, { id, title: 'Nonsense', description: 'Gone', event_date: '2031-01-01' })
  const [edit] = await eventHistory(server.owner, { eventId: id })
  expect(await restoreEvent(server.owner, edit?.id ?? 0)).toEqual({ id, title: 'Demo day' })
  expect(await ada.does(getEvent, { id })).toMatchObject({ ...demoDay, version: 3, created_by: { full_name: 'Ada' } })
  expect((await historyLines(id))[0]).toBe('updated by null: Nonsense')
})

test('a deleted event is restored with its id, and an editor with the old version gets a conflict', async () => {
  const before = await ada.does(createEvent, demoDay)
  await bob.does(deleteEvent, { id: before.id })
  const [deletion] = await eventHistory(server.owner, { eventId: before.id })
  await restoreEvent(server.owner, deletion?.id ?? 0)
  expect(await ada.does(getEvent, { id: before.id })).toMatchObject({
    ...demoDay,
    created_by: before.created_by,
    created_at: before.created_at,
    version: 2,
  })
  const stale = { title: 'Mine', version: before.version }
  expect(await ada.tries('PATCH', `/api/direct-events/${before.id}`, stale)).toBe(409)
})

test('a change that cannot be restored gives an error', async () => {
  const { id } = await ada.does(createEvent, demoDay)
  const [creation] = await eventHistory(server.owner, { eventId: id })
  await expect(restoreEvent(server.owner, creation?.id ?? 0)).rejects.toThrow('it has no earlier state')
  await expect(restoreEvent(server.owner, 999_999)).rejects.toThrow('There is no change 999999.')
})

test('the history is append-only, and no member reads or writes it', async () => {
  await ada.does(createEvent, demoDay)
  await expect(server.owner.run(sql`update event_changes set changed_by = null`)).rejects.toThrow('append-only')
  await expect(server.owner.run(sql`delete from event_changes`)).rejects.toThrow('append-only')
  await expect(server.owner.run(sql`truncate event_changes`)).rejects.toThrow('append-only')
  await expect(ada.sql(sql`select * from event_changes`)).rejects.toThrow('permission denied')
  await expect(ada.sql(sql`insert into event_changes (event_id, action) values (1, 'deleted')`)).rejects.toThrow(
    'permission denied',
  )
})
