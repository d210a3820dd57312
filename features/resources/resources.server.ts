import { setGiven, sql } from '../../database/sql.ts'
import { call, page } from '../../server/boot.ts'
import { handle, type Request } from '../../server/endpoint.ts'
import { notAllowed, Refusal } from '../../server/errors.ts'
import { lockVersion } from '../../server/versions.ts'
import { listKinds, listResources, removeResource, resourceListing, shareLink, updateResource } from './contract.ts'
import files, { storedAs } from './files.server.ts'
import list from './list.server.ts'
import { resourceJson } from './resource-json.ts'

function share({ tx, me, body }: Request<typeof shareLink>) {
  if (body.user_id !== undefined && body.user_id !== me.user_id) throw notAllowed()
  return tx.last(sql`
    with r as (
      insert into resources (title, description, resource_type, category, url, user_id)
      values (${body.title}, ${body.description}, ${body.resource_type}, ${body.category}, ${body.url}, ${me.user_id})
      returning *)
    select ${resourceJson} from r`)
}

const columns = ['title', 'description', 'resource_type', 'category', 'url'] as const

async function update({ tx, me, params, body }: Request<typeof updateResource>) {
  if (body.user_id !== undefined && body.user_id !== me.user_id) throw notAllowed()
  if (body.id !== undefined && body.id !== params.id) throw new Refusal(400, 'The id is not the one in the address.')
  if (body.url !== undefined && (await fileOf({ tx, params })))
    throw new Refusal(400, 'An uploaded file has no link to change.')
  await lockVersion(tx, body.version, { table: 'resources', id: params.id })
  return tx.json(sql`
    with r as (update resources set ${setGiven(columns, body)} where id = ${params.id} returning *)
    select ${resourceJson} from r`)
}

/** The file goes when the row is gone for good, never before. */
async function remove({ tx, params, house, afterwards }: Request<typeof removeResource>) {
  const file = await fileOf({ tx, params })
  await tx.one(sql`delete from resources where id = ${params.id} returning id`)
  if (file) afterwards(() => house.files.remove(storedAs(file.key)))
}

const fileOf = ({ tx, params }: Pick<Request<typeof removeResource>, 'tx' | 'params'>) =>
  tx.maybe<{ key: string }>(sql`select key from resource_files where resource_id = ${params.id}`)

const on = 'resources'
export default [
  ...list,
  ...files,
  handle(shareLink, share),
  handle(updateResource, update, { on }),
  handle(removeResource, remove, { on }),
]

export const preloads = [
  page('/resources', url => [
    call(listResources, resourceListing(Object.fromEntries(url.searchParams))),
    call(listKinds, {}),
  ]),
]
