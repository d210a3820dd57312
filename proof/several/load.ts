import { type Community, isGood, startWriting } from '../writers.ts'
import { type Follower, follow, type Topic } from './live.ts'
import { until } from './shared-checks.ts'

const FOLLOWERS = 3

export type Load = {
  /** The number of answers by status, or by the name of the error if there was none. */
  answers: Record<string, number>
  /** Those that were acknowledged. */
  topics: Topic[]
  acknowledged: () => number
  /** Live streams through the proxy, each of another member. */
  followers: Follower[]
  /** Waits for what is being written, and until the streams have everything. */
  end: () => Promise<void>
  stopFollowing: () => Promise<unknown>
}

/** All members write through the proxy, while some also follow the live updates. */
export async function startLoad(url: string, community: Community): Promise<Load> {
  const followers = community.writers.slice(0, FOLLOWERS).map(({ cookie }) => follow(url, cookie))
  await until(() => followers.every(({ isOpen }) => isOpen()))
  const answers: Load['answers'] = {}
  const topics: Topic[] = []
  let acknowledged = 0
  let isOver = false
  const writing = startWriting(community, {
    url: () => url,
    isOver: () => isOver,
    onAnswer(status, isWrite) {
      answers[status] = (answers[status] ?? 0) + 1
      if (isWrite && isGood(status)) acknowledged++
    },
    onTopic: (id, began) => topics.push({ id, began }),
  })
  return {
    answers,
    topics,
    acknowledged: () => acknowledged,
    followers,
    async end() {
      isOver = true
      await writing
      await until(() => followers.every(({ isOpen, missed }) => isOpen() && missed(topics).length === 0))
    },
    stopFollowing: () => Promise.all(followers.map(({ stop }) => stop())),
  }
}

/** What is wrong with the load, if these are the only answers that members may get. */
export function faultsOf({ answers, topics, acknowledged, followers }: Load, allowed: string[]): string[] {
  const refused = Object.entries(answers).filter(([status]) => !allowed.includes(status))
  const mayFail = (failure: string) => allowed.some(status => failure.endsWith(` ${status}`))
  return [
    ...refused.map(([status, count]) => `${count} requests were answered with ${status}`),
    ...(acknowledged() > 0 && topics.length > 0 ? [] : ['nothing was written']),
    ...followers.flatMap(({ failures }) => failures.filter(failure => !mayFail(failure))),
    ...followers.filter(({ isOpen }) => !isOpen()).map(() => 'a live stream was not resumed'),
    ...followers
      .map(({ missed }) => missed(topics).length)
      .filter(count => count > 0)
      .map(count => `a live stream missed ${count} topics`),
  ]
}
