import { type Sql, sql } from '../../database/connection/sql.ts'
import { literal } from '../../database/list/limit.ts'
import { memberMarks } from '../../database/list/member-marks.ts'
import type { Job } from '../../server/jobs/job.ts'
import { read, write } from '../../server/request/endpoint.ts'
import {
  getMatchSettings,
  getReasons,
  listPeopleForMe,
  listPeopleToMeet,
  listRefused,
  MAX_TO_MEET,
  refuseMember,
  saveMatchSettings,
  takeBackRefusal,
} from './contract.ts'
import { keepMatches } from './keeping.ts'

/** The day, or none, decides who is drawn (people_for_me). */
const drawn = (day: Sql, zone: string, most: number) => sql`
    select coalesce(json_agg(json_build_object('id', m.id, 'full_name', m.full_name, 'profile_picture', m.avatar_url, 'title', m.title,
        'company_name', m.company_name, 'reasons', found.reasons)::jsonb
        || case when m.email is null then '{}' else jsonb_build_object('email', m.email) end order by found.place), '[]')
    from people_for_me(${day}, ${zone}, ${literal(most)}) found
      join members m on m.id = found.id`

const people = read(listPeopleForMe, ({ services: { config } }) =>
  drawn(sql`today_in(${config.timeZone})`, config.timeZone, 3),
)
const toMeet = read(listPeopleToMeet, ({ services: { config } }) => drawn(sql`null`, config.timeZone, MAX_TO_MEET))

const none = sql`'{"can_help_with": [], "looks_for": [], "industry": null, "topics": [], "events": [], "stage": null, "location": null}'::jsonb`
/** Without a profile, or for my own, there are no reasons. */
const reasons = read(
  getReasons,
  ({ params: { id } }) => sql`
    select coalesce((select match_reasons(one, p, topics_of(one.id)) from profiles one where one.id = my_profile_id() and one.id <> p.id), ${none})
    from profiles p where p.id = ${id}`,
  { absent: 'Member not found' },
)

const refusals = memberMarks('match_refusals', 'refused_id', 'is_refused')
const refuse = write(refuseMember, ({ me, params: { id } }) => refusals.mark(me.user_id, id))
const takeBack = write(takeBackRefusal, ({ params: { id } }) => refusals.unmark(id))
const refused = read(listRefused, refusals.all)

const settings = read(
  getMatchSettings,
  () => sql`
    select json_build_object('is_suggested', coalesce((select is_suggested from match_settings where user_id = me()), true))`,
)

/** From the next day on, both off and on: if a member disappeared from the suggestions of this day, others would know that they opted out. */
const saveSettings = write(
  saveMatchSettings,
  ({ me, body: { is_suggested }, services }) => sql`
    insert into match_settings as s (user_id, is_suggested, was_suggested, changed_on)
      values (${me.user_id}, ${is_suggested}, true, today_in(${services.config.timeZone}))
    on conflict (user_id) do update set is_suggested = excluded.is_suggested, changed_on = excluded.changed_on,
      was_suggested = case when s.changed_on < excluded.changed_on then s.is_suggested else s.was_suggested end
    returning json_build_object('is_suggested', is_suggested)`,
)

export const jobs: Job[] = [{ queue: 'matches', run: ({ db }) => keepMatches(db) }]

export default [people, toMeet, reasons, refuse, takeBack, refused, settings, saveSettings]
