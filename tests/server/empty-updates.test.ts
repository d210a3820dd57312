import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { updateIntroductionRequest } from '../../features/introductions/contract.ts'
import { addInvestor } from '../../features/investors/contract.ts'
import { saveMatchSettings } from '../../features/matches/contract.ts'
import { updateNotificationSettings } from '../../features/notifications/contract.ts'
import { saveThanks, showIntroductions } from '../../features/outcomes/contract.ts'
import { introduced } from '../../features/outcomes/story.ts'
import { turnOnPush } from '../../features/push/contract.ts'
import { setTie } from '../../features/ties/contract.ts'
import { handlers } from '../../server/slices.ts'
import { newBrowser } from '../push-browser.ts'
import { type Member, startTestServer, type TestServer } from '../test-server.ts'
import { type Update, updates } from '../updates.ts'

let server: TestServer
let ada: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
})
afterAll(() => server.close())

/** Everything that others could notice of an update: the rows, dependent rows and live updates. */
const everything = async ({ stored }: Update) => ({
  rows: await stored(),
  live: await server.owner.rows(sql`select kind, op, row_id from live_changes order by id`),
})

const all: typeof updates = {
  ...updates,
  // Not in updates.ts: the settings have no version.
  async 'notification settings'({ owner }, member) {
    const same = { time_zone: 'Europe/Lisbon', digest: 'weekly', quiet_from: '22:00', quiet_until: '07:00' } as const
    const ways = { mention: 'app', topic_like: 'digest' } as const
    return {
      method: 'PATCH',
      path: '/api/notification-settings',
      made: await member.does(updateNotificationSettings, { ...same, ways }),
      same: { ...same, ways },
      edits: [{ digest: 'never' }, { digest: 'daily' }],
      stored: () => owner.rows(sql`select * from notification_settings where user_id = ${member.user_id}`),
    }
  },
  async 'tie to an investor'({ owner }, member) {
    const { id } = await member.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
    const same = { kind: 'met', shown: 'named' } as const
    return {
      method: 'PUT',
      path: `/api/investors/${id}/tie`,
      made: await member.does(setTie, { id, ...same }),
      same,
      edits: [{ kind: 'well' }, { kind: 'pitched' }],
      stored: () => owner.rows(sql`select * from investor_ties where investor_id = ${id}`),
    }
  },
  async 'thanks for an introduction'(server, member) {
    const { id } = await introduced(member, await server.member('Introducer'))
    const same = { text: 'Thank you.', is_public: true }
    return {
      method: 'PUT',
      path: `/api/offers/${id}/thanks`,
      made: await member.does(saveThanks, { id, ...same }),
      same,
      edits: [
        { text: 'Thank you so much.', is_public: true },
        { text: 'Thanks.', is_public: true },
      ],
      stored: () => server.owner.rows(sql`select * from introduction_thanks where offer_id = ${id}`),
    }
  },
  async 'visibility of introductions'({ owner }, member) {
    return {
      method: 'PUT',
      path: '/api/my-introductions/visibility',
      made: await member.does(showIntroductions, { is_shown: true }),
      same: { is_shown: true },
      edits: [{ is_shown: false }, { is_shown: true }],
      stored: () => owner.rows(sql`select * from outcome_settings where user_id = ${member.user_id}`),
    }
  },
  async 'match settings'({ owner }, member) {
    return {
      method: 'PUT',
      path: '/api/match-settings',
      made: await member.does(saveMatchSettings, { is_suggested: false }),
      same: { is_suggested: false },
      edits: [{ is_suggested: true }, { is_suggested: false }],
      stored: () => owner.rows(sql`select * from match_settings where user_id = ${member.user_id}`),
    }
  },
  async 'push subscription'({ owner }, member) {
    const { subscription } = newBrowser()
    return {
      method: 'PUT',
      path: '/api/push',
      made: await member.does(turnOnPush, subscription),
      same: subscription,
      edits: [newBrowser().subscription, subscription],
      stored: () => owner.rows(sql`select * from push_subscriptions where user_id = ${member.user_id}`),
    }
  },
}

describe.each(Object.entries(all))('%s', (what, make) => {
  // A field is required: the only one of a reply or a blurb, the kind of a tie, the words of a thanks, the address of a browser.
  const isRequired = [
    'reply',
    'blurb',
    'tie to an investor',
    'thanks for an introduction',
    'visibility of introductions',
    'match settings',
    'push subscription',
  ].includes(what)
  test('an empty update changes nothing, not even the time of the last change', async () => {
    const update = await make(server, ada)
    const before = await everything(update)
    const { status, json } = await ada.asks(update.method, update.path, {})
    if (isRequired) expect(status).toBe(400)
    else expect({ status, json }).toMatchObject({ status: 200, json: update.made })
    expect(await everything(update)).toEqual(before)
  })

  test('an update with the current values changes nothing', async () => {
    const update = await make(server, ada)
    const before = await everything(update)
    expect(await ada.asks(update.method, update.path, update.same)).toMatchObject({ status: 200, json: update.made })
    expect(await everything(update)).toEqual(before)
  })

  test('an update with another value changes the row', async () => {
    const update = await make(server, ada)
    const before = await everything(update)
    await ada.asks(update.method, update.path, update.edits[0])
    expect(await everything(update)).not.toEqual(before)
  })
})

test('an older value under another field name is kept when the same value is sent', async () => {
  const old = await server.owner.one<{ id: number }>(sql`
    insert into introduction_requests (user_id, target_description, requester_company, target_name, context)
    values (${ada.user_id}, 'Meet a broker', 'Lakeline', 'Tom', 'Because trucks wait.') returning id`)
  const row = () => server.owner.one(sql`select * from introduction_requests where id = ${old.id}`)
  const before = await row()
  const shown = { request_title: 'Meet a broker', your_company: 'Lakeline', target_person: 'Tom' }
  expect(await ada.does(updateIntroductionRequest, { id: old.id, ...shown })).toMatchObject(shown)
  expect(await row()).toEqual(before)
})

test('every update endpoint is tested here', () => {
  const exceptions = [
    '/api/posts/:id/pin',
    '/api/posts/:id/like',
    '/api/posts/:id/follow',
    '/api/posts/:id/visit',
    '/api/members/:id/mute',
    '/api/members/:id/not-for-me',
    '/api/profile/avatar',
    '/api/account/password',
  ]
  const paths = handlers
    .filter(({ endpoint }) => ['PATCH', 'PUT'].includes(endpoint.method) && !exceptions.includes(endpoint.path))
    .map(({ endpoint }) => endpoint.path)
  expect(paths).toHaveLength(Object.keys(all).length)
})
