import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * A screen's filters, stored in the query string: `const [filters, setFilters] = useFilters('q', 'industry')`. An absent filter
 * reads as ''. Setting replaces the history entry, so that Back leaves the screen instead of undoing each letter.
 */
export function useFilters<Name extends string>(
  ...names: Name[]
): [Record<Name, string>, (change: Partial<Record<Name, string>>) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const filters = Object.fromEntries(names.map(name => [name, String(search[name] ?? '')])) as Record<Name, string>
  const setFilters = (change: Partial<Record<Name, string>>) =>
    void navigate({ to: '.', replace: true, search: (now: object) => ({ ...now, ...change }) as never })
  return [filters, setFilters]
}
