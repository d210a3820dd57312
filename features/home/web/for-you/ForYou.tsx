import { useApi } from '../../../../web/api/query.ts'
import { chunkOf, useChunk } from '../../../../web/app/chunk.ts'
import { hasDrafts } from '../../../../web/session/member-storage.ts'
import { Card } from '../../../../web/ui/Card.tsx'
import { cx } from '../../../../web/ui/cx.ts'
import { Skeleton, SkeletonLines, SkeletonRegion } from '../../../../web/ui/Skeleton.tsx'
import { listPeopleForMe } from '../../../matches/contract.ts'
import { getForMe, getSinceLastVisit } from '../../contract.ts'
import { newThings } from '../new-things.ts'
import { useWelcomeStep } from '../welcome.ts'
import type { Parts } from './ForYouCard.tsx'

/** Only for members who have something here, and after the first paint. */
const card = chunkOf(() => import('./ForYouCard.tsx'))

const nothing = { waiting: [], could_help: [] }

/** What concerns the member. Without anything, nothing is shown. */
export function ForYou() {
  const forMe = useApi(getForMe).data ?? nothing
  const news = useApi(getSinceLastVisit).data
  // They are shown whom to meet above this.
  const isWelcomed = useWelcomeStep() !== null
  const people = useApi(listPeopleForMe).data ?? []
  const things = news?.since ? newThings(news) : []
  const parts: Parts = { ...forMe, since: news?.since ?? null, things, people: isWelcomed ? [] : people }
  const count = forMe.waiting.length + forMe.could_help.length + things.length + parts.people.length
  // Drafts are counted when the card is loaded: most of the code for it is in that chunk.
  return (count > 0 || hasDrafts()) && <Loaded parts={parts} count={count} />
}

function Loaded({ parts, count }: { parts: Parts; count: number }) {
  const { module, failure } = useChunk(card)
  if (module) return <module.default {...parts} />
  return !failure && count > 0 && <Placeholder {...parts} />
}

/** As tall as the card, so that what follows does not move when it is loaded. */
function Placeholder({ waiting, things, could_help, people }: Parts) {
  const hasNews = things.length + could_help.length > 0
  return (
    <SkeletonRegion label="Loading what is for you">
      <Card>
        <Skeleton className="mb-4 h-7 w-28" />
        <div className="flex flex-col gap-6">
          <div className={cx('grid gap-x-10 gap-y-6', waiting.length > 0 && hasNews && 'lg:grid-cols-[3fr_2fr]')}>
            <Rows count={Math.min(waiting.length, 5)} className="h-25 max-sm:nth-[n+4]:hidden sm:h-14.5" />
            <div className="flex flex-col gap-6">
              <Rows count={Math.min(things.length, 1)} className="h-20" />
              <Rows count={could_help.length} className="h-13.5 max-sm:nth-[n+3]:hidden" />
            </div>
          </div>
          <Rows
            count={people.length}
            list="grid gap-4 lg:grid-cols-3"
            className="h-64 rounded-card border border-line p-4 max-sm:nth-[n+2]:hidden"
          />
        </div>
      </Card>
    </SkeletonRegion>
  )
}

function Rows({ count, list = 'flex flex-col gap-2', className }: { count: number; list?: string; className: string }) {
  if (count === 0) return null
  return (
    <div>
      <Skeleton className="mb-2 h-5 w-40" />
      <div className={list}>
        {Array.from({ length: count }, (_, row) => row).map(row => (
          <div key={row} className={cx('flex gap-3', className)}>
            <Skeleton round className="size-8 shrink-0" />
            <div className="flex-1 pt-1">
              <SkeletonLines lines={2} />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
