import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { seconds } from '../../scripts/command-line.ts'
import { register } from '../member.ts'
import { compareWith, withQueries } from '../recount.ts'
import { type Community, GIVE_UP_MS, type Ledger, send } from '../writers.ts'
import type { Follower } from './live.ts'
import { faultsOf, startLoad } from './load.ts'
import type { Processes } from './processes.ts'
import { checkMails, postTopic, until } from './shared-checks.ts'

/** `servedAgain`: milliseconds from the kill until each process served a read and a write; 0: never. */
export type FailedOver = { failures: string[]; acknowledged: number; servedAgain: number[]; words: string }

/** Kills the primary under load and promotes the standby. */
export async function failOver(processes: Processes, community: Community): Promise<FailedOver> {
  const { pair, servers, proxy, databaseUrl, mails } = processes
  const cookie = await register(proxy.url)
  const load = await startLoad(proxy.url, community)
  try {
    await sleep(1000 + Math.random() * 1000)
    const began = performance.now()
    await pair.primary.stop('SIGKILL')
    await sleep(500)
    await pair.promote()
    const promoted = performance.now() - began
    // Not before the promotion: processes of the killed primary may answer for a moment.
    const servedAgain = await Promise.all(
      servers.map(async ({ url }) => ((await serves(url, cookie, community.ledger)) ? performance.now() - began : 0)),
    )
    // The table of the changes is empty now: what a stream has missed is not known.
    const areTold = await until(() => load.followers.every(({ resyncs }) => resyncs() > 0))
    const told = performance.now() - began
    await sleep(1000)
    await load.end()
    const failures = faultsOf(load, ['200', '201', '204', '503', 'gone'])
    if (servedAgain.includes(0)) failures.push('a process did not serve again')
    if (!areTold) failures.push('a live stream was not told to read again')
    failures.push(...(await checkStreams(load.followers, proxy.url, cookie, community.ledger)))
    // A member who registers now gets the mail too: jobs go on.
    await register(proxy.url)
    const now = pair.onStandby(databaseUrl)
    failures.push(...(await checkMails(now, mails)))
    const { lost, doubled, miscounted } = await withQueries(now, query => compareWith(query, community.ledger))
    failures.push(
      ...lost.map(text => `lost: ${text}`),
      ...doubled.map(text => `doubled: ${text}`),
      ...miscounted.map(text => `wrong counter: ${text}`),
    )
    if (!servers.every(({ isAlive }) => isAlive())) failures.push('a process has ended')
    return {
      failures,
      acknowledged: load.acknowledged(),
      servedAgain,
      words:
        `primary killed: ${load.acknowledged()} writes acknowledged, ${lost.length} lost, ${doubled.length} doubled, ${miscounted.length} counters wrong; ` +
        `promoted after ${seconds(promoted)}, the processes served again after ${servedAgain.map(seconds).join(', ')}; answers ${JSON.stringify(load.answers)}; ` +
        `${load.followers.length} live streams, told to read again after ${seconds(told)}`,
    }
  } finally {
    await load.stopFollowing()
  }
}

/** Whether this process has served a write and a read. */
async function serves(url: string, cookie: string, ledger: Ledger): Promise<boolean> {
  const [title, key] = [randomUUID(), randomUUID()]
  for (const giveUp = performance.now() + GIVE_UP_MS; performance.now() < giveUp; await sleep(20)) {
    if ((await postTopic(url, cookie, title, key)) === 0) continue
    ledger.texts.set(title, 'written')
    if ((await send(url, cookie, { method: 'GET', path: '/api/posts' })).status === 200) return true
  }
  return false
}

/** The streams after the failover: one of them connects again with its last id, the others have stayed open or have done so themselves. */
async function checkStreams(followers: Follower[], url: string, cookie: string, ledger: Ledger): Promise<string[]> {
  const [reconnecting] = followers as [Follower]
  const failures: string[] = []
  const write = async () => {
    const title = randomUUID()
    const id = await postTopic(url, cookie, title)
    if (id > 0) ledger.texts.set(title, 'written')
    else failures.push('a topic was refused after the failover')
    return id
  }
  const reconnect = async () => {
    reconnecting.resume()
    if (!(await until(reconnecting.isOpen))) failures.push('a live stream could not be opened with its last id')
  }
  await reconnecting.pause()
  await reconnect()
  const topics = [await write(), await write()]
  await until(() => followers.every(({ seen }) => topics.every(id => seen(id) > 0)))
  // A second copy would come with the next message, at most 100 ms later.
  await sleep(500)
  const counts = followers.flatMap(({ seen }) => topics.map(seen))
  if (counts.some(count => count !== 1))
    failures.push(`topics after the failover arrived at the live streams ${counts.join(', ')} times`)

  await reconnecting.pause()
  const resyncs = reconnecting.resyncs()
  const missed = await write()
  await until(() => followers.every(follower => follower === reconnecting || follower.seen(missed) > 0))
  await reconnect()
  if (!(await until(() => reconnecting.seen(missed) > 0)) || reconnecting.resyncs() > resyncs)
    failures.push('a live stream did not get what it missed while it was away')
  return failures
}
