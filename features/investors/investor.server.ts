import { sql } from '../../database/sql.ts'
import { handle, type Request, read } from '../../server/endpoint.ts'
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

function update({ tx, me, params, body }: Request<typeof updateInvestor>) {
  refuseAnotherSender(body.user_id, me.user_id)
  refuseAnotherId('id', body.id, params.id)
  return tx.json(sql`
    update investors set name = coalesce(${body.name}, name), title = coalesce(${body.title}, title),
        firm = coalesce(${body.firm}, firm), email = coalesce(${body.email}, email),
        website = coalesce(${body.website}, website), linkedin = coalesce(${body.linkedin}, linkedin),
        twitter = coalesce(${body.twitter}, twitter), focus = coalesce(${body.focus}, focus),
        stage = coalesce(${body.stage}, stage), check_size = coalesce(${body.check_size}, check_size),
        description = coalesce(${body.description}, description), notes = coalesce(${body.notes}, notes)
      where id = ${params.id} returning ${investorJson}`)
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
