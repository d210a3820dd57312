import { contains, pageOf } from '../../database/list.ts'
import { allOf, sql } from '../../database/sql.ts'
import { read } from '../../server/endpoint.ts'
import { type Listing, listKinds, listResources } from './contract.ts'
import { resourceJson } from './resource-json.ts'
import { placeForm } from './shared/listing.ts'

function list({ query: { q, category, type, limit, after } }: { query: Listing }) {
  const [, when = 'infinity', id = 0] = placeForm.exec(after ?? '') ?? []
  const wanted = allOf([
    contains(sql`r.search_text`, q),
    category ? sql`r.category = ${category}` : null,
    type ? sql`r.resource_type = ${type}` : null,
    // Behind a select, unseen by the planner: it then makes one plan for every place, instead of one each time.
    sql`(r.created_at, r.id) < ((select ${when}::timestamptz), (select ${id}::integer))`,
  ])
  return pageOf(
    sql`select ${resourceJson} as row, concat_ws('_', to_json(r.created_at) #>> '{}', r.id) as place
      from resources r where ${wanted} order by r.created_at desc, r.id desc`,
    limit,
  )
}

const kinds = () => sql`
  select json_build_object(
    'categories', (select coalesce(json_agg(category), '[]') from (select distinct category from resources order by 1) c),
    'types', (select coalesce(json_agg(resource_type), '[]') from (select distinct resource_type from resources order by 1) t))`

export default [read(listResources, list), read(listKinds, kinds)]
