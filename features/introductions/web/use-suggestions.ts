import { useApi } from '../../../web/api/query.ts'
import { listSuggestions, type Reason } from '../../suggestions/contract.ts'
import type { New } from './values.ts'

/** The members who could introduce me to the picked target. Of those ticked, only members who are shown are asked. */
export function useSuggestions({ target_investor_id: investor, target_profile_id: member, ask_profile_ids }: New) {
  const query = useApi(listSuggestions, member ? { member } : investor ? { investor } : {}, { keepPrevious: true })
  const chosen = query.isPlaceholderData
    ? []
    : (query.data ?? []).filter(({ id }) => ask_profile_ids.includes(id)).map(({ id }) => id)
  return { ...query, chosen }
}

/** Members who were ticked for one target are not asked about another. */
export function withoutAsksOfOthers(values: New, change: Partial<New>): Partial<New> {
  const keys = ['target_profile_id', 'target_investor_id'] as const
  const isSame = keys.every(key => change[key] === undefined || change[key] === values[key])
  return isSame ? change : { ...change, ask_profile_ids: [] }
}

/** Besides 'invested', which names the investor. */
export const reasonLabels: Record<Exclude<Reason, 'invested'>, string> = {
  well: 'Knows them well',
  company: 'Works at the same company',
  met: 'Has met them',
  pitched: 'Pitched them',
  commented: 'Commented on this investor',
  added: 'Added this investor',
  industry: 'Works in the same industry',
}
