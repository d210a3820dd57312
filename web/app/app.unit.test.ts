import { expect, test, vi } from 'vitest'
import { isPage, memberPages, publicPages } from '../../contract/page-addresses.ts'
import { router } from './app.tsx'

// theme.ts reads document.documentElement when it is imported, and there is no DOM here.
vi.mock('../shell/theme.ts', () => ({}))

/** The pattern and the params of the route that matches this path. */
const opened = (path: string) => {
  const [, params, route] = router.getMatchedRoutes(path)
  return [route?.fullPath, { ...params }]
}

test('the member’s id is the last path segment in both shapes', { tags: ['NAV-24'] }, () => {
  expect(opened('/members/7')).toEqual(['/members/$id', { id: '7' }])
  expect(opened('/member/42')).toEqual(['/member/$id', { id: '42' }])
})

test('the browser’s routes are the pages that the server serves', () => {
  const expected = [...publicPages, ...memberPages].map(page => page.replaceAll(':', '$')).sort()
  const routes = Object.keys(router.routesByPath).filter(path => path !== '/ui')
  expect(routes.sort()).toEqual(expected)
  expect(isPage('/ui')).toBe(false)
})

test('/forum/new is its own route, not a topic', () => {
  expect(opened('/forum/new')).toEqual(['/forum/new', {}])
  expect(opened('/forum/12')).toEqual(['/forum/$id', { id: '12' }])
})
