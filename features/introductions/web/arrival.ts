import { useSearch } from '@tanstack/react-router'
import { idIn } from '../../../contract/ids.ts'
import { useApi } from '../../../web/api/query.ts'
import { getInvestor } from '../../investors/contract.ts'
import { getMember } from '../../members/contract.ts'
import type { Target } from './target.ts'

/** The target given in the URL: a member or an investor by id, or any person by name and email. `key` identifies it. */
export type Arrival = Target & { key: string }

export function useArrival(): Arrival {
  const params: Record<string, string | undefined> = useSearch({ strict: false })
  const [memberId, investorId] = [idIn(params.member), idIn(params.investor)]
  const member = useApi(getMember, { id: memberId }, { enabled: memberId > 0 }).data
  const investor = useApi(getInvestor, { id: investorId }, { enabled: investorId > 0 && memberId === 0 }).data
  return {
    key: keyOf(params),
    target_person: member?.full_name ?? investor?.name ?? params.target_person ?? '',
    target_email: member?.email ?? investor?.email ?? params.target_email ?? '',
    target_profile_id: member?.id ?? null,
    target_investor_id: investor?.id ?? null,
  }
}

const keyOf = ({ member, investor, target_person, target_email }: Record<string, string | undefined>) =>
  member ?? (investor ? `investor-${investor}` : [target_person, target_email].filter(Boolean).join(' '))
