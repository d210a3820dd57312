import { useStoredDrafts } from '../../../../web/form/use-stored-drafts.ts'
import { Card } from '../../../../web/ui/Card.tsx'
import { cx } from '../../../../web/ui/cx.ts'
import type { PersonForMe } from '../../../matches/contract.ts'
import type { CouldHelp as Request, Waiting } from '../../contract.ts'
import type { newThings } from '../new-things.ts'
import { CouldHelp } from './CouldHelp.tsx'
import { addressOf } from './drafts.ts'
import { PeopleForYou } from './PeopleForYou.tsx'
import { SinceLastVisit } from './SinceLastVisit.tsx'
import { WaitingForYou } from './WaitingForYou.tsx'

export type Parts = {
  waiting: Waiting[]
  could_help: Request[]
  /** The end of my last visit. */
  since: string | null
  things: ReturnType<typeof newThings>
  people: PersonForMe[]
}

/** A part without anything is not shown, and without any part nothing is. */
export default function ForYouCard({ waiting, could_help, since, things, people }: Parts) {
  const drafts = useStoredDrafts().flatMap(draft => {
    const address = addressOf(draft)
    return address ? { ...draft, address } : []
  })
  const hasWaiting = waiting.length + drafts.length > 0
  const hasNews = things.length + could_help.length > 0
  if (!hasWaiting && !hasNews && people.length === 0) return null
  return (
    <Card as="section" aria-label="For you" title="For you">
      <div className="flex flex-col gap-6">
        {(hasWaiting || hasNews) && (
          <div className={cx('grid gap-x-10 gap-y-6', hasWaiting && hasNews && 'lg:grid-cols-[3fr_2fr]')}>
            {hasWaiting && <WaitingForYou waiting={waiting} drafts={drafts} />}
            {hasNews && (
              <div className="flex min-w-0 flex-col gap-6">
                {since && things.length > 0 && <SinceLastVisit since={since} things={things} />}
                {could_help.length > 0 && <CouldHelp requests={could_help} />}
              </div>
            )}
          </div>
        )}
        {people.length > 0 && <PeopleForYou people={people} />}
      </div>
    </Card>
  )
}
