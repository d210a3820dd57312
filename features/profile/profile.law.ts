import { members, type RouteLaw, type TableLaw } from '../../tests/law/law.ts'

/** A GIF of one pixel. */
const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const asPicture = { 'content-type': 'image/gif' }

export const routes: RouteLaw[] = [
  { route: 'GET /api/profile', ...members(200) },
  { route: 'POST /api/profile', ...members(201) },
  {
    // A user_id in the body must be the session's own.
    route: 'PUT /api/profile',
    ...members(200, 403),
    make: async ({ owner }) => ({ path: '/api/profile', body: { user_id: owner.user_id, full_name: 'Renamed' } }),
  },
  {
    route: 'PUT /api/profile/avatar',
    ...members(200),
    make: async () => ({ path: '/api/profile/avatar', body: dot, headers: asPicture }),
  },
  { route: 'DELETE /api/profile/avatar', ...members(200) },
  {
    route: 'GET /api/files/:name',
    ...members(200),
    make: async ({ owner }) => {
      const { json } = await owner.asks('PUT', '/api/profile/avatar', dot, asPicture)
      return { path: (json as { avatar_url: string }).avatar_url }
    },
  },
]

export const tables: TableLaw = {
  profiles: { server: 'si', member: 'siu', visitor: '-' },
  profile_contacts: { server: 'i', member: 'siu', visitor: '-' },
}
