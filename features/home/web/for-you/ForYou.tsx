import { useApi } from '../../../../web/api/query.ts'
import { useStoredDrafts } from '../../../../web/form/use-stored-drafts.ts'
import { Card } from '../../../../web/ui/Card.tsx'
import { cx } from '../../../../web/ui/cx.ts'
import { listPeopleForMe } from '../../../matches/contract.ts'
import { getForMe, getSinceLastVisit } from '../../contract.ts'
import { newThings } from '../new-things.ts'
import { CouldHelp } from './CouldHelp.tsx'
import { addressOf } from './drafts.ts'
import { PeopleForYou } from './PeopleForYou.tsx'
import { SinceLastVisit } from './SinceLastVisit.tsx'
import { WaitingForYou } from './WaitingForYou.tsx'

const nothing = { waiting: [], could_help: [] }

/** What concerns the member. A part without anything is not shown, and without any part nothing is. */
export function ForYou() {
  const { waiting, could_help } = useApi(getForMe).data ?? nothing
  const news = useApi(getSinceLastVisit).data
  const people = useApi(listPeopleForMe).data ?? []
  const drafts = useStoredDrafts().flatMap(draft => {
    const address = addressOf(draft)
    return address ? { ...draft, address } : []
  })
  const things = news?.since ? newThings(news) : []

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
                {news?.since && things.length > 0 && <SinceLastVisit since={news.since} things={things} />}
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
