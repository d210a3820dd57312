import { sql } from '../../database/connection/sql.ts'
import type { Demo } from '../../scripts/demo/part.ts'
import type { OutcomeAnswer } from './shared/labels.ts'

type Someone = Demo['members'][number]
/** A request of the last months that was approved. */
type Request = { id: number; user_id: string; target: string | null; approved_at: Date }

/**
 * Introductions of the last months: one of the demo account that waits for its answer, two that it made, one with a public thanks, and one
 * that another member made, who shows them.
 */
export async function demo(d: Demo): Promise<void> {
  const [me, ...others] = d.members
  if (!me) return
  const [mine] = await approved(d, sql`r.user_id = ${me.user_id}`)
  const past = await approved(
    d,
    sql`r.user_id <> ${me.user_id} and r.status = 'completed' and r.target_profile_id is distinct from ${me.profile_id}`,
  )
  const [first, second, third] = past
  const uninvolved = others.filter(({ user_id }) =>
    [mine, third].every(request => request && request.user_id !== user_id && request.target !== user_id),
  )
  const [introducer, other] = d.random.some(uninvolved, 2)
  if (!mine || !first || !second || !third || !introducer || !other) return

  const waiting = await addIntroduction(d, mine, introducer, null)
  await d.tx.run(sql`
    select notify_member(${me.user_id}, 'outcome_asked', 'outcome', ${`${waiting}/${me.user_id}`}, null, 'request', ${String(mine.id)})`)
  await d.tx.run(
    sql`update notifications set latest_at = ${d.now} where kind = 'outcome_asked' and thread_id = ${String(mine.id)}`,
  )

  const thanked = await addIntroduction(d, first, me, 'useful')
  await addThanks(
    d,
    thanked,
    first,
    'Two lines from you, and we had a date for coffee. It lasted until the café closed.',
  )
  await addIntroduction(d, second, me, 'met')
  const shown = await addIntroduction(d, third, other, 'useful')
  await addThanks(d, shown, third, 'You knew whom I needed before I did. Thank you.')
  await d.tx.run(sql`insert into outcome_settings (user_id, is_shown) values (${other.user_id}, true)`)
  // Others see the number from three on. Of two of them the requests are gone.
  const made = [me, me, other, other, other].map(({ user_id }) => user_id)
  await d.tx.run(sql`insert into counted_introductions (user_id, counted_at) select unnest(${made}::uuid[]), ${d.now}`)
  // Nothing of the demo is mailed at once.
  await d.tx.run(sql`delete from notification_mails where due_at is not null`)
}

/** The newest first, without those that have offers. */
const approved = ({ tx }: Demo, condition: ReturnType<typeof sql>) =>
  tx.rows<Request>(sql`
    select r.id, r.user_id, p.user_id as target, max(c.created_at) as approved_at
    from introduction_requests r join introduction_status_changes c on c.request_id = r.id and c.to_status = 'approved'
      left join profiles p on p.id = r.target_profile_id
    where ${condition} and not exists (select from introduction_offers o where o.request_id = r.id)
    group by r.id, p.user_id having max(c.created_at) < now() - interval '8 days' order by r.id desc limit 3`)

/** Adds the rows that the triggers would have added, and asks both a week after the yes. */
async function addIntroduction({ tx }: Demo, request: Request, introducer: Someone, answer: OutcomeAnswer | null) {
  const { id, user_id, target, approved_at: at } = request
  const offer = await tx.one<{ id: string }>(sql`
    insert into introduction_offers (request_id, user_id, state, created_at, changed_at, asked_at)
    values (${id}, ${introducer.user_id}, 'agreed', ${at}, ${at}, ${at}) returning id`)
  const members = [user_id, target].filter(account => account !== null)
  await tx.run(sql`update introduction_steps set created_at = ${at} where offer_id = ${offer.id}`)
  const by = { accepted: user_id, asked: null, agreed: target ?? introducer.user_id }
  for (const [place, kind] of (['accepted', 'asked', 'agreed'] as const).entries())
    if (target || kind !== 'asked')
      await tx.run(sql`
        insert into introduction_steps (offer_id, kind, user_id, seen_by, created_at)
        values (${offer.id}, ${kind === 'agreed' && !target ? 'reported_yes' : kind}, ${by[kind]},
          ${[...members, introducer.user_id]}::uuid[], ${new Date(at.getTime() + place + 1)})`)
  for (const account of members)
    await tx.run(sql`
      insert into introduction_contacts (offer_id, user_id, email) values (${offer.id}, ${account}, address_of(${account}))`)
  await tx.run(sql`
    insert into introduction_outcomes (offer_id, user_id, asked_at, answer, answered_at)
    select ${offer.id}, account, ${at}::timestamptz + interval '7 days', ${answer}, case when ${answer}::text is not null then ${at}::timestamptz + interval '8 days' end
    from unnest(${members}::uuid[]) account`)
  return offer.id
}

const addThanks = ({ tx }: Demo, offer: string, { user_id, approved_at }: Request, text: string) =>
  tx.run(sql`
    insert into introduction_thanks (offer_id, user_id, text, is_public, created_at)
    values (${offer}, ${user_id}, ${text}, true, least(now(), ${approved_at}::timestamptz + interval '8 days'))`)
