import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { listActivity } from '../../activity/contract.ts'
import { getHome } from '../../home/contract.ts'
import { getTopic, listTopics, type Topic } from '../contract.ts'

/** Endpoints that return topic rows, and endpoints that mention topics. */
export const withTopics = [listTopics, getTopic] as const
export const tellingOfTopics = [getHome, listActivity] as const
/** Endpoints to refresh after a topic is created, changed or deleted. */
export const afterTopic = [listTopics, ...tellingOfTopics] as const

type Pages = InfiniteData<Topic[]>

/** A topic from any cached list. */
export const listedTopic = (cache: QueryClient, id: number): Topic | undefined =>
  cache
    .getQueriesData<Pages>({ queryKey: [listTopics.path] })
    .flatMap(([, data]) => data?.pages.flat() ?? [])
    .find(topic => topic.id === id)

/** Removes a topic from every cached list. */
export function forgetTopic(cache: QueryClient, id: number) {
  cache.setQueriesData<Pages>(
    { queryKey: [listTopics.path] },
    data => data && { ...data, pages: data.pages.map(page => page.filter(topic => topic.id !== id)) },
  )
}
