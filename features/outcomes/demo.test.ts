import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { startDemoServer } from '../../tests/demo-server.ts'
import type { Member, TestServer } from '../../tests/test-server.ts'
import { askOutcomes } from './asking.ts'
import { answerOutcome, getIntroductionsOf, getOutcome, listMyIntroductions } from './contract.ts'
import { told } from './story.ts'

let server: TestServer
let maya: Member
beforeAll(async () => {
  ;({ server, maya } = await startDemoServer(inject('adminUrl')))
})
afterAll(() => server.close())

test('the demo account is asked whether it met somebody, answers, and can thank the introducer', async () => {
  await askOutcomes(server.db)
  const [question, ...more] = await told(maya)
  expect(more).toEqual([])
  expect(question).toMatchObject({ kind: 'outcome_asked', detail: expect.stringMatching(/./), is_read: false })
  const outcome = await maya.does(getOutcome, { id: Number(question?.thread_id) })
  expect(outcome).toMatchObject({ asked: { answer: null }, thanks: null, to_thank: { introducer: expect.anything() } })
  await maya.does(answerOutcome, { id: outcome.asked?.offer_id ?? '', answer: 'useful' })
  expect(await told(maya)).toEqual([])
})

test('the demo account made introductions, one with a public thanks; another member shows theirs', async () => {
  const { given, received, is_shown } = await maya.does(listMyIntroductions, {})
  expect(given.map(({ thanks }) => thanks?.is_public)).toEqual([true, undefined])
  expect(received.length).toBeGreaterThanOrEqual(2)
  expect(is_shown).toBe(false)
  const [other] = await server.owner.rows<{ id: number }>(
    sql`select p.id from outcome_settings s join profiles p on p.user_id = s.user_id`,
  )
  expect(await maya.does(getIntroductionsOf, { id: other?.id ?? 0 })).toMatchObject({ made: 3, thanks: [{}] })
})
