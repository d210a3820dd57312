import { Link } from '@tanstack/react-router'
import { loadProblem } from '../../../web/api/call.ts'
import { useApi } from '../../../web/api/query.ts'
import { focusOnMount } from '../../../web/form/first-field.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { SkeletonLines, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { TryAgain } from '../../../web/ui/TryAgain.tsx'
import { listPeopleToMeet } from '../../matches/contract.ts'
import type { Profile } from '../../profile/own-contract.ts'
import { Person } from './for-you/PeopleForYou.tsx'
import { useWelcomeDone } from './note-welcome.ts'
import { sectionLink } from './Section.tsx'

const titles = [
  'Nobody to meet yet',
  'Meet this member',
  'Meet these two',
  'Meet these three',
  'Meet these four',
  'Meet these five',
]

const hasSaid = (profile: Profile | null) =>
  Boolean(profile && (profile.needs.length > 0 || (profile.can_help_with ?? []).length > 0))

/** Members who fit the answers of a new member, until they close it. `isFocused`: it replaces the questions. */
export function WelcomePeople({ isFocused }: { isFocused: boolean }) {
  const { data, isError, error, refetch } = useApi(listPeopleToMeet)
  const { finish, busy } = useWelcomeDone()
  const { profile } = useAuth()
  return (
    <div ref={isFocused ? focusOnMount : undefined} tabIndex={-1} className="outline-none">
      <Card
        as="section"
        aria-label="People to meet"
        title={data ? titles[data.length] : 'People to meet'}
        action={
          <Button variant="ghost" size="sm" busy={busy} onClick={finish}>
            Done
          </Button>
        }
      >
        {data?.length === 0 && !hasSaid(profile) ? (
          <p className="text-sm">
            Say what you look for and what you can help with in{' '}
            <Link to="/profile" className={sectionLink}>
              your profile
            </Link>
            , to see whom you should meet.
          </p>
        ) : data?.length === 0 ? (
          <p className="text-sm">
            Home suggests other members each day.{' '}
            <Link to="/members" search={{ sort: 'best' } as never} className={sectionLink}>
              See all members, best for you first
            </Link>
            .
          </p>
        ) : data ? (
          <ul className="grid gap-4 lg:grid-cols-3">
            {data.map(person => (
              <Person key={person.id} person={person} heading="h3" />
            ))}
          </ul>
        ) : isError ? (
          <div className="flex flex-wrap items-center gap-4 text-sm">
            <p>{loadProblem(error)}</p>
            <TryAgain again={refetch} size="sm" />
          </div>
        ) : (
          <SkeletonRegion label="Loading people to meet">
            <SkeletonLines lines={5} />
          </SkeletonRegion>
        )}
      </Card>
    </div>
  )
}
