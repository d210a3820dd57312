import { sql } from '../../database/connection/sql.ts'
import { hashOf } from '../../server/session/session.ts'
import { anyone, members, type RouteLaw, type TableLaw, type TestMembers } from '../../tests/law/law.ts'

const onMember =
  (rest: string) =>
  async ({ owner }: TestMembers) => ({ path: `/api/members/${owner.profile_id}${rest}` })

/** A link of the owner in a mail. Whoever has it may use it. */
async function withLink({ server, owner }: TestMembers) {
  await server.owner.run(sql`
    insert into signed_links (token_hash, purpose, user_id, subject, expires_at)
    values (${hashOf('law')}, 'unsubscribe', ${owner.user_id}, 'mention', now() + interval '1 day')
    on conflict do nothing`)
  return { path: '/unsubscribe?token=law', body: {} }
}

async function withMail({ server, owner }: TestMembers) {
  const { id } = await server.owner.one<{ id: string }>(
    sql`insert into outbox (recipient, subject, body) values (${owner.email}, 'Hello', 'Text') returning id`,
  )
  return { path: `/outbox/${id}` }
}

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
  { route: 'POST /unsubscribe', ...anyone(200), make: withLink },
  {
    route: 'POST /api/unsubscribe/check',
    ...anyone(200),
    make: async () => ({ path: '/api/unsubscribe/check', body: { token: 'unknown' } }),
  },
  { route: 'GET /outbox', ...members(200) },
  { route: 'GET /outbox/:id', ...members(200, 404), make: withMail },
]

export const tables: TableLaw = {
  notifications: { server: '-', member: 'su', visitor: '-' },
  notification_acts: { server: '-', member: 's', visitor: '-' },
  mutes: { server: '-', member: 'sid', visitor: '-' },
  notification_settings: { server: '-', member: 'siu', visitor: '-' },
  notification_mails: { server: '-', member: 's', visitor: '-' },
  forgotten_notifications: { server: '-', member: '-', visitor: '-' },
  forgotten_subjects: { server: '-', member: '-', visitor: '-' },
  mailed_notifications: { server: '-', member: '-', visitor: '-' },
  member_mails: { server: 's', member: '-', visitor: '-' },
}
