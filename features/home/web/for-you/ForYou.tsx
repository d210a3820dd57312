import { useApi } from '../../../../web/api/query.ts'
import { chunkOf, useChunk } from '../../../../web/app/chunk.ts'
import { hasDrafts } from '../../../../web/session/member-storage.ts'
import { SkeletonList, SkeletonRegion } from '../../../../web/ui/Skeleton.tsx'
import { listPeopleForMe } from '../../../matches/contract.ts'
import { getForMe, getSinceLastVisit } from '../../contract.ts'
import { newThings } from '../new-things.ts'
import { useWelcomeStep } from '../welcome.ts'
import type { Parts } from './ForYouCard.tsx'

/** Only for members who have something here, and after the first paint. */
const card = chunkOf(() => import('./ForYouCard.tsx'))

const MAX_ROWS = 5
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
  return (count > 0 || hasDrafts()) && <Loaded parts={parts} rows={Math.min(count, MAX_ROWS)} />
}

/** While the card is loaded, as many rows as it will have keep about its room. */
function Loaded({ parts, rows }: { parts: Parts; rows: number }) {
  const { module, failure } = useChunk(card)
  if (module) return <module.default {...parts} />
  return (
    !failure &&
    rows > 0 && (
      <SkeletonRegion label="Loading what is for you">
        <SkeletonList rows={rows} />
      </SkeletonRegion>
    )
  )
}
