import { idIn } from '../../contract/ids.ts'
import { sql } from '../../database/connection/sql.ts'
import { literal } from '../../database/list/limit.ts'
import type { Job } from '../../server/jobs/job.ts'
import { call, page } from '../../server/pages/boot.ts'
import { read, write } from '../../server/request/endpoint.ts'
import asks, { notifyThoseWhoKnow } from './asks.server.ts'
import { getTies, MAX_NAMED, removeTie, setTie } from './contract.ts'
import { refreshNightlyTies } from './nightly.ts'

/** The rules exclude quiet ties of others. */
const tiesOf = (id: number) => sql`
  select json_build_object('mine', (
      select json_build_object('kind', t.kind, 'shown', t.shown) from investor_ties t where t.investor_id = i.id and t.user_id = me()),
    'named', others.named, 'has_more_named', others.has_more, 'several_more', several_more(i.id))
  from investors i cross join lateral (
    select coalesce(json_agg(json_build_object('id', p.id, 'full_name', p.full_name, 'profile_picture', p.avatar_url, 'kind', named.kind)
        order by tie_rank(named.kind), p.full_name, p.id) filter (where place <= ${MAX_NAMED}), '[]') as named,
      count(*) > ${MAX_NAMED} as has_more
    from (select t.user_id, t.kind, row_number() over (order by tie_rank(t.kind), t.user_id) as place from investor_ties t
        where t.investor_id = i.id and t.shown = 'named' and t.user_id <> me()
        order by tie_rank(t.kind), t.user_id limit ${literal(MAX_NAMED + 1)}) named
      join profiles p on p.user_id = named.user_id) others
  where i.id = ${id}`

const set = write(setTie, ({ me, params: { id }, body: { kind, shown } }) => [
  sql`
    insert into investor_ties as t (investor_id, user_id, kind, shown)
      select id, ${me.user_id}, ${kind}, ${shown ?? 'quiet'} from investors where id = ${id}
    on conflict (investor_id, user_id) do update set kind = excluded.kind, shown = coalesce(${shown ?? null}, t.shown)`,
  tiesOf(id),
])

const remove = write(removeTie, ({ params: { id } }) => [
  sql`delete from investor_ties where investor_id = ${id} and user_id = me()`,
  tiesOf(id),
])

export const jobs: Job[] = [
  { queue: 'ties', run: ({ db }) => refreshNightlyTies(db) },
  { queue: 'asking', run: ({ db }, data) => notifyThoseWhoKnow(db, (data as { id: string }).id) },
]

export const preloads = [
  page('/investors', url => {
    const id = idIn(url.searchParams.get('investor') ?? '')
    return id ? [call(getTies, { id })] : []
  }),
]

export default [read(getTies, ({ params }) => tiesOf(params.id)), set, remove, ...asks]
