import { sql } from '../../database/connection/sql.ts'
import type { Demo } from '../../scripts/demo/part.ts'

const MINUTE_MS = 60_000

/**
 * The demo account has asked two members about its newest request to an investor, and is asked by name about a request of somebody else.
 * What the suggestions follow from is in the other parts: ties, comments, investors and what members can help with.
 */
export async function demo({ tx, members }: Demo): Promise<void> {
  const [me, , asker, target] = members
  if (!me || !asker || !target) return
  await tx.run(sql`
    insert into introduction_asks (request_id, user_id, asked_id, created_at)
    select r.id, r.user_id, p.id, r.created_at from (
        select * from introduction_requests where user_id = ${me.user_id} and target_investor_id is not null order by id desc limit 1) r
      join investor_ties t on t.investor_id = r.target_investor_id and t.shown = 'named' and t.user_id <> r.user_id
      join profiles p on p.user_id = t.user_id
    order by tie_rank(t.kind), p.id limit 2`)

  const at = new Date(Date.now() - 175 * MINUTE_MS)
  const { id } = await tx.one<{ id: number }>(sql`
    insert into introduction_requests (user_id, request_title, context, your_company, target_person, target_profile_id, created_at, updated_at)
    values (${asker.user_id}, ${`Fifteen minutes with ${target.full_name}`},
      'We are about to choose between two ways to sell, and they have tried both. I would bring three questions and no slides.',
      ${asker.company_name}, ${target.full_name}, ${target.profile_id}, ${at}, ${at})
    returning id`)
  await tx.run(sql`
    insert into introduction_asks (request_id, user_id, asked_id, created_at) values (${id}, ${asker.user_id}, ${me.profile_id}, ${at})`)
  // The job tells nobody, because the demo writes without a current member.
  await tx.run(sql`
    select notify_member(${me.user_id}, 'asked_by_name', 'ask_by_name', ${String(id)}, ${asker.profile_id}, 'request', ${String(id)})`)
  await tx.run(sql`
    update notifications set latest_at = ${new Date(Date.now() - 172 * MINUTE_MS)} where user_id = ${me.user_id} and kind = 'asked_by_name'`)
  // Nothing of the demo is mailed at once.
  await tx.run(sql`delete from notification_mails where due_at is not null`)
}
