import { type Sql, sql } from '../../database/connection/sql.ts'
import type { Job } from '../../server/jobs/job.ts'
import { read, write } from '../../server/request/endpoint.ts'
import { askOutcomes } from './asking.ts'
import {
  answerOutcome,
  getIntroductionsOf,
  getOutcome,
  listMyIntroductions,
  MAX_LISTED,
  MAX_SHOWN_THANKS,
  removeThanks,
  saveThanks,
  showIntroductions,
} from './contract.ts'
import { didYouMeet } from './mail-question.ts'
import { myIntroductions, outcomeOf, thanksJson, thanksVersion } from './outcome-json.ts'

/** The member's own question, while the introduction holds. */
const asked = (id: string) => sql`my_introductions() i join introduction_outcomes x using (offer_id)
  where x.user_id = me() and x.offer_id = ${id}`

const answer = write(
  answerOutcome,
  ({ params: { id }, body }) => [
    sql`select answer_outcome(${id}, ${body.answer})`,
    outcomeOf(sql`(select i.request_id from ${asked(id)})`),
  ],
  { under: ({ id }: { id: string }) => sql`(select 1 from ${asked(id)}) r` },
)

const save = write(
  saveThanks,
  ({ me, params: { id }, body: { text, is_public } }) => {
    const offer = sql`introduction_offers o where o.id = ${id} and is_part(o, 'requester')`
    return [
      sql`
        insert into introduction_thanks (offer_id, user_id, text, is_public) select o.id, ${me.user_id}, ${text}, ${is_public} from ${offer}
        on conflict (offer_id) do update set text = excluded.text, is_public = excluded.is_public`,
      outcomeOf(sql`(select o.request_id from ${offer})`),
    ]
  },
  // Locks the request: others get 403.
  {
    on: ({ id }: { id: string }) =>
      sql`introduction_requests r where r.id = (select o.request_id from introduction_offers o where o.id = ${id})`,
    under: 'introduction_offers',
    before: sql`r.status`,
    version: thanksVersion,
  },
)

const remove = write(
  removeThanks,
  ({ params: { id } }) => sql`delete from introduction_thanks where offer_id = ${id} returning offer_id`,
  { on: ({ id }: { id: string }) => sql`introduction_thanks r where r.offer_id = ${id}` },
)

const show = write(
  showIntroductions,
  ({ me, body: { is_shown } }) => sql`
    insert into outcome_settings (user_id, is_shown) values (${me.user_id}, ${is_shown})
    on conflict (user_id) do update set is_shown = excluded.is_shown
    returning json_build_object('is_shown', is_shown)`,
)

/** The condition comes before the thanks: they are public where they were said, but gathered only with consent. */
const introductionsOf = (profile: number): Sql => sql`
  select json_build_object('made', introductions_made(p.user_id), 'thanks', (
    select coalesce(json_agg(${thanksJson} order by t.created_at desc, t.offer_id), '[]')
    from (select * from introduction_thanks x where x.introducer_id = p.user_id and x.is_public
        and exists (select from outcome_settings s where s.user_id = p.user_id and s.is_shown)
      order by x.created_at desc, x.offer_id limit ${MAX_SHOWN_THANKS}) newest join introduction_thanks t using (offer_id)))
  from profiles p where p.id = ${profile}`

export const questions = [didYouMeet]

export const jobs: Job[] = [{ queue: 'outcomes', run: ({ db }) => askOutcomes(db) }]

export default [
  read(getOutcome, ({ params }) => outcomeOf(sql`${params.id}`)),
  answer,
  save,
  remove,
  read(listMyIntroductions, () => myIntroductions(MAX_LISTED)),
  show,
  read(getIntroductionsOf, ({ params }) => introductionsOf(params.id)),
]
