import { Unlink } from 'lucide-react'
import { useApi } from '../../../web/api/query.ts'
import { follow } from '../../../web/live/follow.ts'
import { Avatar } from '../../../web/ui/Avatar.tsx'
import { IconButton } from '../../../web/ui/IconButton.tsx'
import { getInvestor } from '../../investors/contract.ts'
import { getMember } from '../../members/contract.ts'
import type { Target } from './target.ts'

// The screen of investors, which follows them too, may not be loaded.
follow('investors', { refetches: [getInvestor] })

type Props = {
  target: Pick<Target, 'target_person' | 'target_profile_id' | 'target_investor_id'>
  onUnlink: () => void
}

/** The member or the investor whom the target is linked to. Until they are loaded, and if they are gone, with the name of the field. */
export function LinkedTarget({ target: { target_person, target_profile_id, target_investor_id }, onUnlink }: Props) {
  const isMember = target_profile_id !== null
  const id = target_profile_id ?? target_investor_id ?? 0
  const member = useApi(getMember, { id }, { enabled: isMember }).data
  const investor = useApi(getInvestor, { id }, { enabled: !isMember && id > 0 }).data
  const name = member?.full_name || investor?.name || target_person
  const isLinked = id > 0
  return (
    <>
      {/* Announced when somebody is picked. */}
      <span aria-live="polite" className="sr-only">
        {isLinked && `Linked to the ${isMember ? 'member' : 'investor'} ${name}`}
      </span>
      {isLinked && (
        <div className="mt-2 flex items-center gap-2 rounded-control bg-sunken py-1 pr-1 pl-2 text-sm">
          <Avatar size="sm" name={name} src={member?.profile_picture ?? null} />
          <span aria-hidden className="min-w-0 flex-1 wrap-anywhere">
            Linked to <bdi className="font-medium">{name}</bdi>
            <span className="block text-muted">{isMember ? 'Member' : 'Investor'}</span>
          </span>
          <IconButton size="sm" icon={Unlink} label={`Unlink ${name}`} onClick={onUnlink} />
        </div>
      )}
    </>
  )
}
