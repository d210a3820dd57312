import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { listActivity } from '../../activity/contract.ts'
import { getHome } from '../../home/contract.ts'
import { getTopic, listTopics, type Topic } from '../contract.ts'

/** Where a topic's row is kept, and who else tells of topics. */
export const withTopics = [listTopics, getTopic] as const
export const tellingOfTopics = [getHome, listActivity] as const
/** What a new, changed or deleted topic puts out of date. */
export const afterTopic = [listTopics, ...tellingOfTopics] as const

type Pages = InfiniteData<Topic[]>

/** A topic that some list has read already. */
export const listedTopic = (cache: QueryClient, id: number): Topic | undefined =>
  cache
    .getQueriesData<Pages>({ queryKey: [listTopics.path] })
    .flatMap(([, data]) => data?.pages.flat() ?? [])
    .find(topic => topic.id === id)

/** Out of every list at once. */
export function forgetTopic(cache: QueryClient, id: number) {
  cache.setQueriesData<Pages>(
    { queryKey: [listTopics.path] },
    data => data && { ...data, pages: data.pages.map(page => page.filter(topic => topic.id !== id)) },
  )
}
