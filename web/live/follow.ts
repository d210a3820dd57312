import type { Change } from '../../contract/change.ts'
import { forgetBootData } from '../api/boot.ts'
import { queryClient } from '../api/query.ts'
import { type Following, follower } from './follower.ts'

const followers = new Map<string, ((changes: Change[]) => void)[]>()

/**
 * Registers how changes of a kind of row update a feature's cached replies:
 * `follow('posts', { lists: [listTopics], details: [getTopic], fetchRow: id => api(getTopic, { id }) })`.
 */
export function follow(kinds: string | readonly string[], following: Following): void {
  const apply = follower(queryClient, following)
  for (const kind of [kinds].flat()) followers.set(kind, [...(followers.get(kind) ?? []), apply])
}

/** Applies changes from the stream to the cache. */
export function applyChanges(changes: Change[]): void {
  // The data embedded in the page is stale now: screens opened later must fetch.
  forgetBootData()
  for (const kind of new Set(changes.map(change => change.kind)))
    for (const apply of followers.get(kind) ?? []) apply(changes.filter(change => change.kind === kind))
}
