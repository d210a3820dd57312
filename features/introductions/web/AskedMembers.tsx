import { useApi } from '../../../web/api/query.ts'
import { Avatar } from '../../../web/ui/Avatar.tsx'
import { MemberLink } from '../../../web/ui/MemberLink.tsx'
import { listAskedMembers } from '../../suggestions/contract.ts'
import type { IntroductionRequest } from '../contract.ts'

/** Whom the requester asked by name; nobody else sees this. */
export function AskedMembers({ request: { id, can_edit } }: { request: IntroductionRequest }) {
  const { data: asked = [] } = useApi(listAskedMembers, { id }, { enabled: can_edit })
  if (!can_edit || asked.length === 0) return null
  return (
    <section aria-labelledby="asked-members" className="mt-8">
      <h3 id="asked-members" className="mb-4 text-xl">
        Members you asked
      </h3>
      <ul aria-labelledby="asked-members" className="flex flex-col gap-3">
        {asked.map(member => (
          <li key={member.id} className="flex min-w-0 items-center gap-3">
            <Avatar size="sm" name={member.full_name} src={member.profile_picture} />
            <p className="min-w-0 wrap-anywhere">
              <MemberLink name={member.full_name} profileId={member.id} />
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">Only you see this list. Whoever wants to help answers here.</p>
    </section>
  )
}
