import { useState } from 'react'
import { type InvestorTies, kindLabelsOfOthers } from '../../features/ties/contract.ts'
import { Avatar } from './Avatar.tsx'
import { Button } from './Button.tsx'
import { MemberLink } from './MemberLink.tsx'

const MEMBERS_SHOWN_FIRST = 5

/** The members who know an investor and allow to be named, with how they know them, and whether there are several more. */
export function KnownBy({ named, has_more_named, several_more }: InvestorTies) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? named : named.slice(0, MEMBERS_SHOWN_FIRST)
  if (named.length === 0)
    return <p className="text-muted">{several_more ? 'Several members know them.' : 'Nobody is named here yet.'}</p>
  return (
    <div className="flex flex-col items-start gap-3">
      <ul aria-label="Members who know them" className="flex w-full flex-col gap-3">
        {shown.map(member => (
          <li key={member.id} className="flex min-w-0 items-center gap-3">
            <Avatar size="sm" name={member.full_name} src={member.profile_picture} />
            <div className="min-w-0 wrap-anywhere">
              <MemberLink name={member.full_name} profileId={member.id} />
              <p className="text-sm text-muted">{kindLabelsOfOthers[member.kind]}</p>
            </div>
          </li>
        ))}
      </ul>
      {!showsAll && named.length > MEMBERS_SHOWN_FIRST && (
        <Button size="sm" variant="secondary" onClick={() => setShowsAll(true)}>
          {`Show ${named.length - MEMBERS_SHOWN_FIRST} more by name`}
        </Button>
      )}
      {showsAll && has_more_named && <p className="text-sm text-muted">The first {named.length} by name.</p>}
      {several_more && <p className="text-muted">and several more</p>}
    </div>
  )
}
