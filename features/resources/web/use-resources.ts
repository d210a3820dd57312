import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../web/api/call.ts'
import { refresh } from '../../../web/api/send-cache.ts'
import { usePages } from '../../../web/list/use-pages.ts'
import { listKinds, listResources, type Resource, type resourceListing } from '../contract.ts'

type Listing = ReturnType<typeof resourceListing>
export const useResources = (listing: Listing) => usePages(listResources, listing)

/** Fetches the current version of a resource. Undefined if it was deleted. */
export async function readResource({ id }: Resource): Promise<Resource | undefined> {
  return (await api(listResources, { id, limit: 1 }))[0]
}

/** Refreshes the lists and the filters' options after a change. */
export function useRefreshLibrary() {
  const cache = useQueryClient()
  return () => refresh(cache, [listResources, listKinds])
}
