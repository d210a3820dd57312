import { setTimeout as sleep } from 'node:timers/promises'
import { newClient } from '../database/connection/client.ts'
import type { Embedded } from '../database/embedded/embedded.ts'
import { type Community, makeCommunity, startProduct } from './community.ts'
import { ask, countOf, inWords, medians, type Work } from './timing.ts'

/** Notifications of the member who asks, and of all members together. */
const sizes = { small: { mine: 1000, all: 10_000 }, large: { mine: 100_000, all: 1_000_000 } }
const FOLLOWERS = 2000

/** The bell with few and many notifications, and a reply that tells many followers. Returns sentences with the figures. */
export async function benchNotifications(embedded: Embedded): Promise<string> {
  const [small, large] = [await fill(embedded, 'small'), await fill(embedded, 'large')]
  const [few, many] = [await startProduct(small), await startProduct(large)]
  try {
    const growths: string[] = []
    for (const [what, path] of [
      ['count', '/api/notifications/unread'],
      ['list', '/api/notifications?limit=30'],
    ] as const) {
      const [inSmall, inLarge] = await medians(
        () => ask(few, small, 'GET', path),
        () => ask(many, large, 'GET', path),
      )
      growths.push(
        `the ${what} takes ${inLarge.toFixed(1)} ms, ${(inLarge / inSmall).toFixed(1)} times as long as with ${inWords(sizes.small.mine)}`,
      )
    }
    const reply = (topic: number) => () =>
      ask(many, large, 'POST', `/api/posts/${topic}/comments`, { content: 'Told?' })
    const [alone, followed] = await medians(reply(1), reply(2), 20)
    const told = await secondsUntilTold(large, reply(2))
    return `The bell of a member with ${inWords(sizes.large.mine)} notifications, one in ten unread, among ${inWords(sizes.large.all)} in all: ${growths.join(', ')} (aim: 2). A reply in a topic with ${inWords(FOLLOWERS)} followers is answered after ${followed.toFixed(1)} ms, ${(followed / alone).toFixed(1)} times as long as without (aim: 2), and all of them are told after ${told.toFixed(1)} s (aim: 5).`
  } finally {
    await few.stop()
    await many.stop()
  }
}

function fill(embedded: Embedded, size: keyof typeof sizes): Promise<Community> {
  const { mine, all } = sizes[size]
  return makeCommunity(embedded, `notifications_${size}`, FOLLOWERS + 1, async owner => {
    await owner.query(
      `insert into posts (user_id, title, content) select 2, 'Topic ' || i, 'Text' from generate_series(1, 1000) i`,
    )
    await owner.query(
      `insert into topic_follows (post_id, profile_id) select 2, id from profiles where id > 1 limit ${FOLLOWERS}`,
    )
    // Every tenth row is of the member who asks, and one in ten of these is unread. Each has its own thread, because unread ones of one
    // thread are gathered. The first thousand threads, the latest, are topics that exist.
    await owner.query(`
      insert into notifications (user_id, kind, thread_kind, thread_id, latest_at, read_at)
      select u.user_id, 'topic_like', 'topic', (1 + i)::text, at, case when i / ${all / mine} % 10 > 0 then at end
      from generate_series(0, ${all - 1}) i, lateral (select now() - i * interval '1 minute' as at) time,
        lateral (select user_id from profiles where id = case when i % ${all / mine} = 0 then 1 else 2 + i % ${FOLLOWERS} end) u`)
    await owner.query(`
      insert into notification_acts (notification_id, user_id, kind, subject_kind, subject_id, actor_id)
      select n.id, n.user_id, n.kind, 'topic', row_number() over (), 3 from notifications n`)
  })
}

async function secondsUntilTold({ urls }: Community, reply: Work): Promise<number> {
  const owner = newClient({ connectionString: urls.owner })
  await owner.connect()
  try {
    // Let the jobs of the former replies end.
    while (await countOf(owner, `select count(*) from jobs.job where name = 'notifying' and state < 'completed'`))
      await sleep(100)
    const told = () => countOf(owner, `select count(*) from notification_acts where subject_kind = 'reply'`)
    const before = await told()
    const begin = performance.now()
    await reply()
    while ((await told()) < before + FOLLOWERS) {
      if (performance.now() - begin > 60_000) throw new Error(`Only ${(await told()) - before} followers were told.`)
      await sleep(20)
    }
    return (performance.now() - begin) / 1000
  } finally {
    await owner.end()
  }
}
