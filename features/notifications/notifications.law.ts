import { type Cast, members, type RouteLaw, type TableLaw } from '../../tests/law/law.ts'

const onMember =
  (rest: string) =>
  async ({ owner }: Cast) => ({ path: `/api/members/${owner.profile_id}${rest}` })

export const routes: RouteLaw[] = [
  { route: 'GET /api/notifications', ...members(200) },
  { route: 'GET /api/notifications/unread', ...members(200) },
  {
    route: 'POST /api/notifications/read',
    ...members(200),
    make: async () => ({ path: '/api/notifications/read', body: {} }),
  },
  { route: 'GET /api/notification-settings', ...members(200) },
  {
    route: 'PATCH /api/notification-settings',
    ...members(200),
    make: async () => ({ path: '/api/notification-settings', body: { digest: 'weekly' } }),
  },
  { route: 'GET /api/members/:id/mute', ...members(200), make: onMember('/mute') },
  { route: 'PUT /api/members/:id/mute', ...members(200), make: onMember('/mute') },
  { route: 'DELETE /api/members/:id/mute', ...members(200), make: onMember('/mute') },
  { route: 'GET /api/mutes', ...members(200) },
]

export const tables: TableLaw = {
  notifications: { server: '-', member: 'su', visitor: '-' },
  notification_acts: { server: '-', member: 's', visitor: '-' },
  mutes: { server: '-', member: 'sid', visitor: '-' },
  notification_settings: { server: '-', member: 'siu', visitor: '-' },
}
