import { setGiven, sql } from '../../database/sql.ts'
import { handle, type Request, read } from '../../server/endpoint.ts'
import { lockVersion } from '../../server/versions.ts'
import { addInvestor, deleteInvestor, getInvestor, similarInvestors, updateInvestor } from './contract.ts'
import { investorJson } from './investor-json.ts'
import { refuseAnotherId, refuseAnotherSender } from './payload.ts'

const get = read(getInvestor, ({ params }) => sql`select ${investorJson} from investors where id = ${params.id}`)

function add({ tx, me, body }: Request<typeof addInvestor>) {
  refuseAnotherSender(body.user_id, me.user_id)
  return tx.last(sql`
    insert into investors (name, title, firm, email, website, linkedin, twitter, focus, stage, check_size, description,
        notes, user_id)
      values (${body.name}, ${body.title ?? ''}, ${body.firm}, ${body.email ?? ''}, ${body.website ?? ''},
        ${body.linkedin ?? ''}, ${body.twitter ?? ''}, ${body.focus ?? []}, ${body.stage ?? []}, ${body.check_size ?? ''},
        ${body.description ?? ''}, ${body.notes ?? ''}, ${me.user_id})
      returning ${investorJson}`)
}

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

async function update({ tx, me, params, body }: Request<typeof updateInvestor>) {
  refuseAnotherSender(body.user_id, me.user_id)
  refuseAnotherId('id', body.id, params.id)
  await lockVersion(tx, body.version, { table: on, id: params.id })
  return tx.json(sql`
    update investors set ${setGiven(columns, body)} where id = ${params.id} returning ${investorJson}`)
}

async function remove({ tx, params }: Request<typeof deleteInvestor>) {
  await tx.one(sql`delete from investors where id = ${params.id} returning id`)
}

/** Name and firm must both be alike: two partners of one firm are two investors, and so are namesakes at two firms. */
const similar = read(
  similarInvestors,
  ({ query: { name, firm } }) => sql`
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'firm', firm)), '[]') from (
      select id, name, firm from investors
      where name % ${name} and firm % ${firm} and similarity(name, ${name}) >= 0.4 and similarity(firm, ${firm}) >= 0.4
      order by similarity(name, ${name}) + similarity(firm, ${firm}) desc, id limit 3) alike`,
)

const on = 'investors'
export default [
  similar,
  get,
  handle(addInvestor, add),
  handle(updateInvestor, update, { on }),
  handle(deleteInvestor, remove, { on }),
]
