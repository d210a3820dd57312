import { sql } from '../../database/connection/sql.ts'
import { read, write } from '../../server/request/endpoint.ts'
import { getBlurb, saveBlurb } from './contract.ts'

const version = sql`coalesce((select b.version from introduction_blurbs b where b.request_id = r.id), 0)`

/** The rules exclude a text that the member may not read: the reply is then the same as if there were none. */
const blurbOf = (id: number) => {
  const fields = sql`'id', r.id, 'text', (select b.text from introduction_blurbs b where b.request_id = r.id)`
  return sql`
    select case when is_mine(r) then json_build_object(${fields}, 'can_edit', true, 'version', ${version})
      else json_build_object(${fields}, 'can_edit', false) end
    from introduction_requests r where r.id = ${id}`
}

const save = write(
  saveBlurb,
  ({ params: { id }, body: { text } }) => [
    sql`
      insert into introduction_blurbs (request_id, text) values (${id}, ${text})
      on conflict (request_id) do update set text = excluded.text`,
    blurbOf(id),
  ],
  // Locks the request: others get 403.
  { on: 'introduction_requests', before: sql`r.status`, version },
)

export default [read(getBlurb, ({ params }) => blurbOf(params.id)), save]
