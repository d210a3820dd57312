import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '../../database/migrate.ts'
import { sql } from '../../database/sql.ts'
import { createTopic, getTopic } from '../../features/forum/contract.ts'
import { addInvestor, postComment } from '../../features/investors/contract.ts'
import { hide, show } from '../../features/operator/hiding.ts'
import { type House, openHouse } from '../house.ts'

/** Databases of an earlier release, with data that a migration has to bring along. */
let house: House
beforeAll(async () => {
  house = await openHouse({ adminUrl: inject('adminUrl') })
})
afterAll(() => house.close())

const again = () => {
  const url = house.config.databaseUrl as string
  return migrate(url, decodeURIComponent(new URL(url).username))
}

test('comments keep their ids, hidden ones too, and new ones get ids that tell nothing', async () => {
  await house.owner.run(sql`drop trigger draw_comment_id on investor_comments`)
  await house.owner.run(sql`drop function draw_comment_id`)
  await house.owner.run(sql`drop table investor_comment_ids`)
  await house.owner.run(sql`alter table investor_comments alter column id add generated always as identity`)
  await house.owner.run(sql`delete from migrations where name = '0084_comment_ids.sql'`)
  const ada = await house.member('Ada')
  const { id } = await ada.does(addInvestor, { name: 'Ida Klein', firm: 'Lakeshore Seed' })
  const says = () => ada.does(postComment, { id, content: 'Answers fast' })
  expect([(await says()).id, (await says()).id]).toEqual([1, 2])
  await house.owner.run(sql`insert into hidden_content (kind, id, title) values ('investor', 99, 'Hidden')`)
  await house.owner.run(
    sql`insert into hidden_rows (kind, id, table_name, row) values ('investor', 99, 'investor_comments', '{"id": 77}')`,
  )

  expect((await again()).migrations).toBe(1)
  expect((await ada.reads<{ id: number }[]>(`/api/investors/${id}/comments`)).map(one => one.id)).toEqual([2, 1])
  expect(await house.owner.rows(sql`select id from investor_comment_ids order by id`)).toEqual([
    { id: 1 },
    { id: 2 },
    { id: 77 },
  ])
  expect((await says()).id).toBeGreaterThan(1000)
})

test('topics of members who left before no longer say so, nor when', async () => {
  await house.owner.run(sql`alter trigger stamp_edit on posts rename to mark_edited`)
  await house.owner.run(sql`drop table pending_removals`)
  await house.owner.run(sql`delete from migrations where name = '0085_pending_removals.sql'`)
  const { id } = await house.owner.one<{ id: number }>(sql`
    insert into posts (title, content, created_at) values ('Deleted topic', 'The author of this topic has left the community.', '2026-01-01')
    returning id`)
  await house.owner.run(sql`delete from live_changes`)
  expect((await again()).migrations).toBe(1)
  expect(
    await house.owner.one(sql`select content, updated_at = created_at as is_untouched from posts where id = ${id}`),
  ).toEqual({ content: 'The text of this topic was deleted.', is_untouched: true })
  expect(await house.owner.rows(sql`select * from live_changes`)).toEqual([])
  await house.owner.run(sql`alter trigger mark_edited on posts rename to stamp_edit`)
})

test('what was hidden before rows had a version can be shown', async () => {
  const bob = await house.member('Bob')
  const { id } = await bob.does(createTopic, { title: 'Hidden early', content: 'Really.' })
  await hide(house.owner, 'post', id)
  await house.owner.run(sql`update hidden_rows set row = row - 'version'`)
  await house.owner.run(sql`delete from migrations where name = '0091_hidden_versions.sql'`)
  expect((await again()).migrations).toBe(1)
  await show(house.owner, 'post', id)
  expect(await bob.does(getTopic, { id })).toMatchObject({ title: 'Hidden early', version: 1 })
})
