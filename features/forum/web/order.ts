import { topicSorts } from '../contract.ts'

type Order = (typeof topicSorts)[number]

export const orders: { value: Order; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'active', label: 'Latest activity' },
]

/** Kept for all members of this browser, like the theme. */
const KEY = 'forum-order'

/** The order in the URL, or else the one that was chosen last. */
export const orderOf = (inUrl: string): Order =>
  topicSorts.find(sort => sort === inUrl) ?? topicSorts.find(sort => sort === remembered()) ?? 'newest'

export function rememberOrder(order: Order): void {
  try {
    localStorage.setItem(KEY, order)
  } catch {
    // A browser may block storage: then the order holds for this screen only.
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
