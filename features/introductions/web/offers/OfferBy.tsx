import type { ReactNode } from 'react'
import { Avatar } from '../../../../web/ui/Avatar.tsx'
import { LinkedText } from '../../../../web/ui/LinkedText.tsx'
import { MemberLink } from '../../../../web/ui/MemberLink.tsx'
import type { Offer } from '../../../offers/contract.ts'

/** Who offers, with the private note. */
export const OfferBy = ({ offer: { introducer, note }, children }: { offer: Offer; children?: ReactNode }) => (
  <div className="flex flex-wrap items-start gap-3">
    <Avatar size="sm" name={introducer.full_name} src={introducer.profile_picture} />
    <div className="min-w-0 flex-1 basis-40">
      <p className="wrap-anywhere [&>a]:inline-block [&>a]:touchable">
        <MemberLink name={introducer.full_name} profileId={introducer.id} />
      </p>
      {note ? (
        <p dir="auto" className="text-left whitespace-pre-wrap wrap-anywhere">
          <LinkedText text={note} />
        </p>
      ) : (
        <p className="text-sm text-muted">Can introduce you</p>
      )}
    </div>
    {children}
  </div>
)
