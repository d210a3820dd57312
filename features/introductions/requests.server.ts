import type { Tx } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { handle, type Request, read } from '../../server/endpoint.ts'
import {
  createIntroductionRequest,
  deleteIntroductionRequest,
  getIntroductionRequest,
  listStatusChanges,
  updateIntroductionRequest,
} from './contract.ts'
import { mustBeMine } from './payload.ts'
import { requestOf } from './request-json.ts'

async function create({ tx, me, body }: Request<typeof createIntroductionRequest>) {
  mustBeMine(body, me)
  const { id } = await tx.one<{ id: number }>(sql`
    insert into introduction_requests (user_id, request_title, context, your_company, target_person, urgency)
    values (${me.user_id}, ${body.request_title}, ${body.context}, ${body.your_company}, ${body.target_person || null},
      ${body.urgency})
    returning id`)
  if (body.target_email) await setTargetEmail(tx, id, body.target_email)
  return tx.json(requestOf(id))
}

async function update({ tx, me, params: { id }, body }: Request<typeof updateIntroductionRequest>) {
  mustBeMine(body, me, id)
  const { request_title, your_company, target_person, target_email, context, urgency, status } = body
  const changesPerson = target_person !== undefined
  // One statement, whichever fields are sent. A new value must not stay hidden behind what an older row calls the same thing.
  await tx.one(sql`
    update introduction_requests set updated_at = now(), request_title = coalesce(${request_title}, request_title),
      target_description = case when ${request_title}::text is null then target_description end,
      title = case when ${request_title}::text is null then title end,
      your_company = coalesce(${your_company}, your_company),
      requester_company = case when ${your_company}::text is null then requester_company end,
      company = case when ${your_company}::text is null then company end,
      target_person = case when ${changesPerson} then ${target_person || null} else target_person end,
      target_name = case when ${changesPerson} then null else target_name end,
      context = coalesce(${context}, context), urgency = coalesce(${urgency}, urgency), status = coalesce(${status}, status)
    where id = ${id} returning id`)
  if (target_email !== undefined) await setTargetEmail(tx, id, target_email)
  return tx.json(requestOf(id))
}

const setTargetEmail = (tx: Tx, id: number, email: string | null) =>
  email
    ? tx.run(sql`
        insert into introduction_targets (request_id, target_email) values (${id}, ${email})
        on conflict (request_id) do update set target_email = excluded.target_email`)
    : tx.run(sql`delete from introduction_targets where request_id = ${id}`)

const remove = ({ tx, params }: Request<typeof deleteIntroductionRequest>) =>
  tx.one<{ id: number }>(sql`delete from introduction_requests where id = ${params.id} returning id`)

const history = read(
  listStatusChanges,
  ({ params }) => sql`
    select (
      select coalesce(json_agg(json_build_object('id', c.id, 'from_status', c.from_status, 'to_status', c.to_status,
          'user_name', coalesce(p.full_name, ''), 'created_at', c.created_at) order by c.id), '[]')
        from (select * from introduction_status_changes where request_id = r.id order by id desc limit 500) c
          left join profiles p using (user_id))
      from introduction_requests r where r.id = ${params.id}`,
)

const on = 'introduction_requests'
export default [
  read(getIntroductionRequest, ({ params }) => requestOf(params.id)),
  handle(createIntroductionRequest, create),
  handle(updateIntroductionRequest, update, { on }),
  handle(deleteIntroductionRequest, remove, { on }),
  history,
]
