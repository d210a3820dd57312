import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { NoRow } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { type House, openHouse } from '../house.ts'

// The commit travels along with a last statement: what goes wrong there must undo all that came before.
let house: House
let ada: Awaited<ReturnType<House['member']>>
beforeAll(async () => {
  house = await openHouse({ adminUrl: inject('adminUrl') })
  ada = await house.member('Ada')
})
afterAll(() => house.close())

const titles = async () => {
  const rows = await house.owner.rows<{ title: string }>(
    sql`select title from posts where user_id = ${ada.profile_id} order by id`,
  )
  return rows.map(({ title }) => title)
}
const me = () => ({ user_id: ada.user_id, profile_id: ada.profile_id })
const write = (title: string, last = sql`select to_json(1)`) =>
  house.db.asMember(me(), async tx => {
    await tx.run(sql`insert into posts (title, content, user_id) values (${title}, 'Some words.', my_profile_id())`)
    return (await tx.last(last)).text
  })

test('what was written stands when the last statement has answered', async () => {
  expect(await write('It stands')).toBe('1')
  expect(await titles()).toEqual(['It stands'])
})

test('a last statement that fails undoes what came before it', async () => {
  await expect(write('Undone', sql`select to_json(1 / ${0}::integer)`)).rejects.toMatchObject({ code: '22012' })
  expect(await titles()).toEqual(['It stands'])
})

test('a last statement without a row says so, and what came before stands', async () => {
  await expect(write('Stands too', sql`select to_json(1) where false`)).rejects.toBeInstanceOf(NoRow)
  expect(await titles()).toEqual(['It stands', 'Stands too'])
})

test('after it the transaction takes no more statements', async () => {
  const late = house.db.asMember(me(), async tx => {
    await tx.last(sql`select to_json(1)`)
    return tx.rows(sql`select 1`)
  })
  await expect(late).rejects.toThrow('This transaction has ended.')
})

test('after a write nothing of the member is left on the connection', async () => {
  const [topic] = await house.owner.rows<{ id: number }>(sql`select id from posts limit 1`)
  for (let n = 0; n < 10; n++) {
    await ada.asks('PUT', `/api/posts/${topic?.id}/like`)
    const left = await house.db.asSystem(tx =>
      tx.one(sql`select current_user as role, me() as user_id, my_profile_id() as profile_id`),
    )
    expect(left).toEqual({ role: 'community_server', user_id: null, profile_id: null })
  }
})
