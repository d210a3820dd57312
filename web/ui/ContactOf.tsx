import type { Contacts } from '../../features/offers/contract.ts'
import { Avatar } from './Avatar.tsx'
import { CopyButton } from './CopyButton.tsx'

/** Whom one was introduced to, with the address that they agreed to share. */
export function ContactOf({ person: { full_name, profile_picture, email } }: { person: Contacts['requester'] }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Avatar size="sm" name={full_name} src={profile_picture} />
      <div className="min-w-0 flex-1 basis-40 wrap-anywhere">
        <p className="font-medium">
          <bdi>{full_name || 'A member'}</bdi>
        </p>
        {email && (
          <a href={`mailto:${email}`} className="text-accent hover:underline">
            {email}
          </a>
        )}
      </div>
      {email && (
        <CopyButton size="sm" text={email}>
          Copy address
        </CopyButton>
      )}
    </div>
  )
}
