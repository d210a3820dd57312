import { expect, inject, onTestFinished, test } from 'vitest'
import { sql } from '../../database/sql.ts'
import { openHouse } from '../house.ts'
import { openStream } from './stream.ts'

test('a session that ends while the first stream of a process is being opened is told so at once', async () => {
  const house = await openHouse({ adminUrl: inject('adminUrl') })
  onTestFinished(() => house.close())
  const url = await house.listen()
  const ada = await house.member('Ada')
  // Admitting the stream ends its session: the process does not listen yet, and nobody will tell it later.
  await house.owner.run(sql`
    create function end_sessions() returns trigger language plpgsql security definer as
      $$ begin delete from sessions where user_id = new.user_id; return null; end $$`)
  await house.owner.run(
    sql`create trigger end_sessions after insert on live_streams for each row execute function end_sessions()`,
  )
  const stream = await openStream(url, ada.cookies)
  await expect.poll(() => stream.messages.map(one => one.event), { timeout: 5_000 }).toContain('ended')
  await expect.poll(() => stream.isClosed).toBe(true)
})
