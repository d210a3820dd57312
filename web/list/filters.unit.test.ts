import { beforeEach, expect, test, vi } from 'vitest'
import { stringifySearch } from '../app/search.ts'
import { useFilters } from './filters.ts'

// The router itself moves only in a browser; here it is enough to see what it is told.
const navigate = vi.fn()
let search: Record<string, unknown>
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => navigate, useSearch: () => search }))

beforeEach(() => {
  navigate.mockReset()
  search = { q: 'ada', page: '2' }
})

test('filters are read from the address, absent ones as empty', () => {
  expect(useFilters('q', 'stage')[0]).toEqual({ q: 'ada', stage: '' })
})

test('a change replaces the address of the same screen, and keeps what else stands there', () => {
  const [, setFilters] = useFilters('q', 'stage')
  setFilters({ q: '', stage: 'Series A' })
  expect(navigate).toHaveBeenCalledWith(expect.objectContaining({ to: '.', replace: true }))
  const next = navigate.mock.calls[0]?.[0].search(search)
  expect(stringifySearch(next)).toBe('?page=2&stage=Series+A')
})
