import { setGiven, sql } from '../../database/connection/sql.ts'
import { call, page } from '../../server/pages/boot.ts'
import { type WriteRequest, write } from '../../server/request/endpoint.ts'
import { Refusal } from '../../server/request/errors.ts'
import { listKinds, listResources, removeResource, resourceListing, shareLink, updateResource } from './contract.ts'
import files from './files.server.ts'
import list from './list.server.ts'
import { resourceJson } from './resource-json.ts'
import { storedAs } from './stored-files.ts'

const share = write(
  shareLink,
  ({ me, body }) => sql`
    insert into resources as r (title, description, resource_type, category, url, user_id)
    values (${body.title}, ${body.description}, ${body.resource_type}, ${body.category}, ${body.url}, ${me.user_id})
    returning ${resourceJson}`,
)

const columns = ['title', 'description', 'resource_type', 'category', 'url'] as const

/** The key of the uploaded file; null for a link. */
const before = sql`(select key from resource_files where resource_id = r.id) as file_key`
type Before = { file_key: string | null }

function update({ params, body, before }: WriteRequest<typeof updateResource, Before>) {
  if (body.url !== undefined && before.file_key) throw new Refusal(400, 'An uploaded file has no link to change.')
  return sql`update resources as r set ${setGiven(columns, body)} where id = ${params.id} returning ${resourceJson}`
}

/** Removes the file only after the deletion is committed. */
function remove({ params, before: { file_key }, services, afterwards }: WriteRequest<typeof removeResource, Before>) {
  if (file_key) afterwards(() => services.files.remove(storedAs(file_key)))
  return sql`delete from resources where id = ${params.id} returning id`
}

const row = { on: 'resources', before }
export default [...list, ...files, share, write(updateResource, update, row), write(removeResource, remove, row)]

export const preloads = [
  page('/resources', url => [
    call(listResources, resourceListing(Object.fromEntries(url.searchParams))),
    call(listKinds, {}),
  ]),
]
