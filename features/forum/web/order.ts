import { rememberedOrder } from '../../../web/list/remembered-order.ts'
import { topicSorts } from '../contract.ts'

export const orders: { value: (typeof topicSorts)[number]; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'active', label: 'Latest activity' },
]

export const { orderOf, rememberOrder } = rememberedOrder('forum-order', topicSorts, 'newest')
