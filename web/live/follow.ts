import type { Change } from '../../contract/change.ts'
import { forgetBootData } from '../api/boot.ts'
import { queryClient } from '../api/query.ts'
import { type Following, follower } from './follower.ts'

const followers = new Map<string, ((changes: Change[]) => void)[]>()

/**
 * A slice says once what a change of a kind of row means for its replies in the cache:
 * `follow('posts', { lists: [listTopics], details: [getTopic], one: id => api(getTopic, { id }) })`.
 */
export function follow(kinds: string | readonly string[], following: Following): void {
  const take = follower(queryClient, following)
  for (const kind of [kinds].flat()) followers.set(kind, [...(followers.get(kind) ?? []), take])
}

/** What the stream says has changed. */
export function applyChanges(changes: Change[]): void {
  // A screen that is not open yet had better ask than show what the page brought along.
  forgetBootData()
  for (const kind of new Set(changes.map(change => change.kind)))
    for (const take of followers.get(kind) ?? []) take(changes.filter(change => change.kind === kind))
}
