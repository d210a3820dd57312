import { setGiven, sql } from '../../database/connection/sql.ts'
import { read, write } from '../../server/request/endpoint.ts'
import { addInvestor, deleteInvestor, getInvestor, similarInvestors, updateInvestor } from './contract.ts'
import { investorJson } from './investor-json.ts'

const get = read(getInvestor, ({ params }) => sql`select ${investorJson} from investors where id = ${params.id}`)

const add = write(
  addInvestor,
  ({ me, body }) => sql`
    insert into investors (name, title, firm, email, website, linkedin, twitter, focus, stage, check_size, description,
        notes, user_id)
      values (${body.name}, ${body.title ?? ''}, ${body.firm}, ${body.email ?? ''}, ${body.website ?? ''},
        ${body.linkedin ?? ''}, ${body.twitter ?? ''}, ${body.focus ?? []}, ${body.stage ?? []}, ${body.check_size ?? ''},
        ${body.description ?? ''}, ${body.notes ?? ''}, ${me.user_id})
      returning ${investorJson}`,
)

const columns = [
  'name',
  'title',
  'firm',
  'email',
  'website',
  'linkedin',
  'twitter',
  'focus',
  'stage',
  'check_size',
  'description',
  'notes',
] as const

const on = 'investors'
const update = write(
  updateInvestor,
  ({ params, body }) => sql`
    update investors set ${setGiven(columns, body)} where id = ${params.id} returning ${investorJson}`,
  { on },
)

const remove = write(deleteInvestor, ({ params }) => sql`delete from investors where id = ${params.id} returning id`, {
  on,
})

/** Name and firm must both be similar: partners of one firm, or people with the same name at two firms, are different investors. */
const similar = read(
  similarInvestors,
  ({ query: { name, firm } }) => sql`
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'firm', firm)), '[]') from (
      select id, name, firm from investors
      where name % ${name} and firm % ${firm} and similarity(name, ${name}) >= 0.4 and similarity(firm, ${firm}) >= 0.4
      order by similarity(name, ${name}) + similarity(firm, ${firm}) desc, id limit 3) alike`,
)

export default [similar, get, add, update, remove]
