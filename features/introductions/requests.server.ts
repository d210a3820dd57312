import { join, name, setGiven, sql } from '../../database/connection/sql.ts'
import { handle, type Request, read, write } from '../../server/request/endpoint.ts'
import {
  createIntroductionRequest,
  deleteIntroductionRequest,
  getIntroductionRequest,
  listStatusChanges,
  updateIntroductionRequest,
} from './contract.ts'
import { requestOf, requestVersion } from './request-json.ts'

async function create({ tx, me, body }: Request<typeof createIntroductionRequest>) {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into introduction_requests (user_id, request_title, context, your_company, target_person, urgency,
      target_profile_id)
    values (${me.user_id}, ${body.request_title}, ${body.context}, ${body.your_company}, ${body.target_person || null},
      ${body.urgency}, ${body.target_profile_id ?? null})
    returning id`)
  if (body.target_email) await tx.run(setTargetEmail(id, body.target_email))
  return tx.json(requestOf(id))
}

const on = 'introduction_requests'
const update = write(
  updateIntroductionRequest,
  ({ params: { id }, body }) => {
    const { request_title, your_company, target_person, target_email } = body
    const person = target_person === undefined ? undefined : target_person || null
    // Another person typed over a picked member is not that member any more.
    const target_profile_id =
      body.target_profile_id === undefined && person !== undefined ? null : body.target_profile_id
    const change = sql`
    update introduction_requests set ${setGiven(['context', 'urgency', 'status', 'target_profile_id'], { ...body, target_profile_id })},
      ${setShown(request_title, 'shown_title', ['request_title', 'target_description', 'title'])},
      ${setShown(your_company, 'shown_company', ['your_company', 'requester_company', 'company'])},
      ${setShown(person, 'shown_person', ['target_person', 'target_name'])}
    where id = ${id}`
    const target = target_email === undefined ? [] : [setTargetEmail(id, target_email)]
    return [change, ...target, requestOf(id)]
  },
  { on, version: requestVersion },
)

/** Sets a column and clears its legacy columns, which would otherwise take precedence. Does nothing if the value is already shown. */
function setShown(value: string | null | undefined, shown: string, [column = '', ...older]: string[]) {
  const isNew = sql`(${value !== undefined} and ${value ?? null}::text is distinct from ${name(shown)})`
  const set = (column: string, value: string | null) =>
    sql`${name(column)} = case when ${isNew} then ${value} else ${name(column)} end`
  return join([set(column, value ?? null), ...older.map(legacy => set(legacy, null))])
}

const setTargetEmail = (id: number, email: string | null) =>
  email
    ? sql`
        insert into introduction_targets (request_id, target_email) values (${id}, ${email})
        on conflict (request_id) do update set target_email = excluded.target_email`
    : // Keep the row: its version is part of the request's version.
      sql`update introduction_targets set target_email = null where request_id = ${id}`

const remove = write(
  deleteIntroductionRequest,
  ({ params }) => sql`delete from introduction_requests where id = ${params.id} returning json_build_object('id', id)`,
  { on },
)

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

export default [
  read(getIntroductionRequest, ({ params }) => requestOf(params.id)),
  handle(createIntroductionRequest, create),
  update,
  remove,
  history,
]
