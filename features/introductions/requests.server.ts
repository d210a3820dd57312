import { join, name, setGiven, sql } from '../../database/connection/sql.ts'
import { handle, type Request, read, type WriteRequest, write } from '../../server/request/endpoint.ts'
import { Refusal } from '../../server/request/errors.ts'
import {
  createIntroductionRequest,
  deleteIntroductionRequest,
  getIntroductionRequest,
  listStatusChanges,
  updateIntroductionRequest,
} from './contract.ts'
import { requestOf, requestVersion } from './request-json.ts'
import { openStatuses, type Status } from './shared/labels.ts'

async function create({ tx, me, body }: Request<typeof createIntroductionRequest>) {
  refuseOneself(body, me)
  const created = await tx.maybe<{ id: number }>(sql`
    insert into introduction_requests (user_id, request_title, context, your_company, target_person, urgency,
      target_profile_id, target_investor_id)
    values (${me.user_id}, ${body.request_title}, ${body.context}, ${body.your_company}, ${body.target_person || null},
      ${body.urgency}, ${body.target_profile_id ?? null}, ${body.target_investor_id ?? null})
    on conflict (user_id, target_profile_id) where target_profile_id is not null and status in ('pending', 'in_progress', 'approved')
      do nothing
    returning id`)
  if (!created) {
    const [other] = await tx.rows<Linked>(sql`
      select shown_title as title from introduction_requests r
      where user_id = me() and target_profile_id = ${body.target_profile_id} and is_open(status)`)
    throw alreadyAsked(other?.title)
  }
  if (body.target_email) await tx.run(setTargetEmail(created.id, body.target_email))
  if (body.ask_profile_ids?.length) await tx.run(askMembers(created.id, body.ask_profile_ids))
  return tx.json(requestOf(created.id))
}

/** Not oneself and not the target. The limits are those of the trigger (features/suggestions/triggers.sql). */
const askMembers = (id: number, profileIds: number[]) => sql`
  insert into introduction_asks (request_id, user_id, asked_id)
  select r.id, r.user_id, p.id from introduction_requests r, profiles p
  where r.id = ${id} and p.id = any (${profileIds}::integer[]) and p.user_id <> r.user_id and p.id is distinct from r.target_profile_id`

function refuseOneself({ target_profile_id }: Picked, me: { profile_id: number | null }) {
  if (!target_profile_id || target_profile_id !== me.profile_id) return
  const message = 'You cannot ask for an introduction to yourself.'
  throw new Refusal(400, message, { fields: { target_person: message } })
}

type Linked = { title: string; target_profile_id: number }

/** At most one open request of a requester for a member (the index one_open_request_for_a_member). */
function alreadyAsked(title = '') {
  const message = `You already have an open request to meet this member${title && `: “${title}”`}.`
  return new Refusal(409, message, { fields: { target_person: message } })
}

type Before = { status: Status; target_profile_id: number | null; others: Linked[] }
const before = sql`r.status, r.target_profile_id,
  (select coalesce(json_agg(json_build_object('title', o.shown_title, 'target_profile_id', o.target_profile_id)), '[]')
    from introduction_requests o where o.user_id = r.user_id and o.id <> r.id and o.target_profile_id is not null and is_open(o.status)) as others`

const on = 'introduction_requests'
const update = write(
  updateIntroductionRequest,
  ({ params: { id }, me, body, before }: WriteRequest<typeof updateIntroductionRequest, Before>) => {
    refuseOneself(body, me)
    const { request_title, your_company, target_person, target_email } = body
    const person = target_person === undefined ? undefined : target_person || null
    const picked = pickedTarget(body, person !== undefined)
    const { status, target_profile_id } = { ...before, ...given({ status: body.status, ...picked }) }
    const other = before.others.find(other => other.target_profile_id === target_profile_id)
    if (other && openStatuses.includes(status)) throw alreadyAsked(other.title)
    const change = sql`
    update introduction_requests set ${setGiven(['context', 'urgency', 'status', 'target_profile_id', 'target_investor_id'], { ...body, ...picked })},
      ${setShown(request_title, 'shown_title', ['request_title', 'target_description', 'title'])},
      ${setShown(your_company, 'shown_company', ['your_company', 'requester_company', 'company'])},
      ${setShown(person, 'shown_person', ['target_person', 'target_name'])}
    where id = ${id}`
    const target = target_email === undefined ? [] : [setTargetEmail(id, target_email)]
    return [change, ...target, requestOf(id)]
  },
  { on, before, version: requestVersion },
)

const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>

type Picked = { target_profile_id?: number | null; target_investor_id?: number | null }

/** Another person typed over a picked member or investor is not them any more, and neither is one who was picked instead. */
function pickedTarget({ target_profile_id: member, target_investor_id: investor }: Picked, isTyped: boolean): Picked {
  return {
    target_profile_id: member === undefined && (isTyped || investor) ? null : member,
    target_investor_id: investor === undefined && (isTyped || member) ? null : investor,
  }
}

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
          'user_name', coalesce(p.full_name, ''), 'is_automatic', c.user_id is null, 'created_at', c.created_at) order by c.id), '[]')
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
