import { beforeEach, expect, test, vi } from 'vitest'
import { stringifySearch } from '../app/search.ts'
import { useFilters } from './filters.ts'

// The router navigates only in a browser; these tests check the arguments of `navigate`.
const navigate = vi.fn()
let search: Record<string, unknown>
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => navigate, useSearch: () => search }))

beforeEach(() => {
  navigate.mockReset()
  search = { q: 'ada', page: '2' }
})

test('filters are read from the query string, absent ones as empty', () => {
  expect(useFilters('q', 'stage')[0]).toEqual({ q: 'ada', stage: '' })
})

test('a change replaces the history entry of the same screen and keeps other parameters', () => {
  const [, setFilters] = useFilters('q', 'stage')
  setFilters({ q: '', stage: 'Series A' })
  expect(navigate).toHaveBeenCalledWith(expect.objectContaining({ to: '.', replace: true }))
  const next = navigate.mock.calls[0]?.[0].search(search)
  expect(stringifySearch(next)).toBe('?page=2&stage=Series+A')
})
