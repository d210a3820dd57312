import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { askOutcomes } from './asking.ts'
import { aWeekPasses, introduced, statusOf } from './story.ts'

/** What happens at the same moment leaves one outcome. Each race runs several times, since either may win. */
const TIMES = 8

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  bob = await server.member('Bob')
})
afterAll(() => server.close())

const answers = (member: Member, id: string) => member.tries('POST', `/api/offers/${id}/outcome`, { answer: 'met' })

test('two answers: the request is completed once', async () => {
  for (let turn = 0; turn < TIMES; turn++) {
    const cleo = await server.member('Cleo')
    const { id, request } = await introduced(ada, bob, cleo)
    await aWeekPasses(server)
    expect(await Promise.all([answers(ada, id), answers(cleo, id)])).toEqual([200, 200])
    expect(await statusOf(bob, request)).toBe('completed')
    const changes = sql`select 1 from introduction_status_changes where request_id = ${request} and to_status = 'completed'`
    expect(await server.owner.rows(changes)).toHaveLength(1)
  }
})

test('an answer and a declined request: the question is gone, and nothing fails', async () => {
  for (let turn = 0; turn < TIMES; turn++) {
    const { id, request } = await introduced(ada, bob)
    await aWeekPasses(server)
    const decline = () => ada.tries('PATCH', `/api/introduction-requests/${request}`, { status: 'declined' })
    const acts = [() => answers(ada, id), decline]
    const statuses = await Promise.all((turn % 2 ? acts : acts.reverse()).map(act => act()))
    expect(statuses.filter(status => status !== 200 && status !== 404)).toEqual([])
    expect(await statusOf(bob, request)).toBe('declined')
    expect(await server.owner.rows(sql`select 1 from introduction_outcomes where offer_id = ${id}`)).toEqual([])
  }
})

test('two processes ask at the same time: each member is told once', async () => {
  for (let turn = 0; turn < TIMES; turn++) {
    const cleo = await server.member('Cleo')
    const { id } = await introduced(ada, bob, cleo)
    await server.owner.run(
      sql`update introduction_offers set changed_at = now() - interval '8 days' where state = 'agreed'`,
    )
    await Promise.all([askOutcomes(server.db), askOutcomes(server.db)])
    const acts = sql`select user_id from notification_acts where subject_kind = 'outcome' and subject_id like ${`${id}/%`}`
    expect(await server.owner.rows(acts)).toHaveLength(2)
  }
})
