import { useLocation, useSearch } from '@tanstack/react-router'

/** For a link from the directory to a member's page: its history entry stores the filters, for 'Back to Members'. */
export function useFilterState() {
  const { member: _, ...filters }: Record<string, unknown> = useSearch({ strict: false })
  return { filters } as never
}

/** The filters with which the directory was left, if this page was opened from it. */
export const useStoredFilters = () => (useLocation().state as { filters?: object }).filters as never
