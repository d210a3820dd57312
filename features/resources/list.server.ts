import { sql } from '../../database/connection/sql.ts'
import { list } from '../../database/list/list.ts'
import type { Order } from '../../database/list/order.ts'
import { search } from '../../database/list/search.ts'
import { read } from '../../server/request/endpoint.ts'
import { type Listing, listKinds, listResources } from './contract.ts'
import { resourceJson } from './resource-json.ts'

const newestFirst: Order = {
  by: [
    [sql`r.created_at`, 'timestamptz'],
    [sql`r.id`, 'integer'],
  ],
  descending: true,
}

const listed = ({ query: { id, q, category, type, limit, after } }: { query: Listing }) =>
  list({
    from: 'resources',
    as: 'r',
    order: newestFirst,
    filters: [
      id && sql`r.id = ${id}`,
      category && sql`r.category = ${category}`,
      type && sql`r.resource_type = ${type}`,
    ],
    search: search('resources', q, { by: 'phrase' }),
    json: resourceJson,
    limit,
    after,
  })

const kinds = () => sql`
  select json_build_object(
    'categories', (select coalesce(json_agg(category), '[]') from (select distinct category from resources order by 1) c),
    'types', (select coalesce(json_agg(resource_type), '[]') from (select distinct resource_type from resources order by 1) t))`

export default [read(listResources, listed), read(listKinds, kinds)]
