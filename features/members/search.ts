import { sql } from '../../database/connection/sql.ts'
import type { Order } from '../../database/list/order.ts'
import { search } from '../../database/list/search.ts'

export const byName: Order = {
  by: [
    [sql`full_name`, 'text'],
    [sql`id`, 'integer'],
  ],
}

/** Profiles without a name are not listed. */
export const isListed = sql`full_name <> ''`

export const searched = (q: string | undefined) => search('profiles', q, { by: 'word', forgives: true })
