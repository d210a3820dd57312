import { idIn } from '../../contract/ids.ts'
import type { Job } from '../../server/jobs/job.ts'
import { call, page } from '../../server/pages/boot.ts'
import { getProfile } from '../profile/contract.ts'
import { getFollow, getTopic, listReplies, listTopics, replyListing, type Topic, topicListing } from './contract.ts'
import { notifyFollowers } from './followers.ts'
import follows from './follows.server.ts'
import likes from './likes.server.ts'
import pins from './pins.server.ts'
import { removeAtRandomMoment } from './removing.ts'
import replies from './replies.server.ts'
import topics from './topics.server.ts'
import visits from './visits.server.ts'

export default [...topics, ...pins, ...likes, ...follows, ...replies, ...visits]

export const jobs: Job[] = [
  { queue: 'notifying', run: ({ db }, data) => notifyFollowers(db, Number((data as { id: number }).id)) },
  { queue: 'removing', run: ({ db, signal, removeWithinMs }) => removeAtRandomMoment(db, signal, removeWithinMs) },
]

const list = ({ searchParams }: URL) => [
  call(getProfile, {}),
  call(listTopics, topicListing(Object.fromEntries(searchParams))),
]

function topic({ pathname, searchParams }: URL) {
  const id = idIn(pathname.split('/').at(-1))
  return [
    call(getProfile, {}),
    call(getTopic, { id }),
    (answer: string | undefined) => {
      const { unseen } = JSON.parse(answer ?? '{}') as Partial<Topic>
      return call(listReplies, replyListing(id, Object.fromEntries(searchParams), unseen?.first_reply_id))
    },
    call(getFollow, { id }),
  ]
}

export const preloads = [page('/forum(?:/new)?', list), { path: /^\/forum\/[1-9]\d{0,8}$/, calls: topic }]
