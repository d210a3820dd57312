import { sql } from '../../database/connection/sql.ts'
import type { Demo } from '../../scripts/demo/part.ts'
import { kinds, type Shown, type TieKind } from './shared/labels.ts'

const HOUR_MS = 3_600_000

type Someone = Demo['members'][number]
type Investor = { id: number; name: string }

/** Who knows the investors, named and quiet; a request of the demo account to ask about, and one about which it is asked. */
export async function demo(d: Demo): Promise<void> {
  const { tx, random, members } = d
  const [me, ...others] = members
  const investors = await tx.rows<Investor>(sql`select id, name from investors order by id`)
  const [first, second] = investors
  if (!me || !first || !second) return
  for (const { id } of investors) {
    // Those of the two requests are known by many.
    const isAsked = id === first.id || id === second.id
    const named = isAsked ? 3 : random.below(4)
    const quiet = isAsked ? 5 : random.below(6)
    for (const [at, { user_id }] of random.some(others, named + quiet).entries())
      await addTie(d, id, user_id, random.pick(kinds), at < named ? 'named' : 'quiet')
  }
  await addTie(d, first.id, me.user_id, 'met', 'quiet')
  for (const { id } of random.some(investors.slice(2), 4))
    await addTie(d, id, me.user_id, random.pick(kinds), random.pick(['quiet', 'named']))
  await tx.run(sql`select refresh_nightly_ties(0, 1000000)`)

  await addRequest(d, me, second, {
    title: `Two questions for ${second.name} before we raise`,
    context:
      'We open our next round in spring and would rather hear early what would have to be true. Twenty minutes are enough, and I send a one-page memo first.',
    hoursAgo: 5,
  })
  const asker = others[0]
  if (!asker) return
  const request = await addRequest(d, asker, first, {
    title: `A first call with ${first.name}`,
    context:
      'Our pilot ends this month with numbers that we are proud of. I am looking for somebody who would forward three sentences and say that we answer our mail.',
    hoursAgo: 3,
  })
  await tx.run(
    sql`insert into tie_asks (request_id, user_id, investor_id) values (${request}, ${asker.user_id}, ${first.id})`,
  )
  // The job tells nobody, because the demo writes without a current member.
  await tx.run(sql`
    select notify_member(${me.user_id}, 'asked_to_introduce', 'ask', ${`${request}/${first.id}`}, ${asker.profile_id}, 'request', ${String(request)})`)
  await tx.run(sql`
    update notifications set latest_at = ${new Date(Date.now() - 2 * HOUR_MS)} where user_id = ${me.user_id} and kind = 'asked_to_introduce'`)
  // Nothing of the demo is mailed at once.
  await tx.run(sql`delete from notification_mails where due_at is not null`)
}

const addTie = ({ tx }: Demo, investor: number, account: string, kind: TieKind, shown: Shown) =>
  tx.run(sql`
    insert into investor_ties (investor_id, user_id, kind, shown) values (${investor}, ${account}, ${kind}, ${shown})
    on conflict do nothing`)

async function addRequest(
  { tx }: Demo,
  requester: Someone,
  investor: Investor,
  { title, context, hoursAgo }: { title: string; context: string; hoursAgo: number },
): Promise<number> {
  const at = new Date(Date.now() - hoursAgo * HOUR_MS)
  const { id } = await tx.one<{ id: number }>(sql`
    insert into introduction_requests (user_id, request_title, context, your_company, target_person, target_investor_id, created_at, updated_at)
    values (${requester.user_id}, ${title}, ${context}, ${requester.company_name}, ${investor.name}, ${investor.id}, ${at}, ${at})
    returning id`)
  return id
}
