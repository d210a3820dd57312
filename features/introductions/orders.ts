import { type Sql, sql } from '../../database/connection/sql.ts'
import type { Order } from '../../database/list/order.ts'
import type { Sort } from './shared/labels.ts'

const byId: Order['by'] = [[sql`r.id`, 'integer']]
const byText = (column: Sql): Order => ({ by: [[sql`${column} collate names`, 'text'], ...byId] })

/** Ids increase with time, so sorting by id is sorting by date. */
export const orders: Record<Sort, Order> = {
  newest: { by: byId, descending: true },
  oldest: { by: byId },
  urgent: { by: [[sql`urgency_rank(r.urgency)`, 'integer'], ...byId], descending: true },
  title: byText(sql`r.shown_title`),
  company: byText(sql`r.shown_company`),
}
