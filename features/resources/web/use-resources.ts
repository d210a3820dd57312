import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../web/api/call.ts'
import { refresh } from '../../../web/api/send-cache.ts'
import { usePages } from '../../../web/list/use-pages.ts'
import { listKinds, listResources, type Resource, type resourceListing } from '../contract.ts'

type Listing = ReturnType<typeof resourceListing>
/** The library on the screen, page by page. */
export const useResources = (listing: Listing) => usePages(listResources, listing)

/** A resource as it is saved now. Undefined when it is gone. */
export async function readResource({ id }: Resource): Promise<Resource | undefined> {
  return (await api(listResources, { id, limit: 1 }))[0]
}

/** After any change of the library: the lists, and what the filters offer. */
export function useRefreshLibrary() {
  const cache = useQueryClient()
  return () => refresh(cache, [listResources, listKinds])
}
