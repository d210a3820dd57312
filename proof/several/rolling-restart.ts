import { setTimeout as sleep } from 'node:timers/promises'
import { seconds } from '../../scripts/command-line.ts'
import type { Server } from '../server.ts'
import type { Community } from '../writers.ts'
import { faultsOf, startLoad } from './load.ts'
import type { Processes } from './processes.ts'
import { until } from './shared-checks.ts'

export type Restarted = { failures: string[]; requests: number; acknowledged: number; words: string }

/** Ends each process in turn with SIGTERM and starts a new one, under load: no member notices. */
export async function restartInTurn(processes: Processes, community: Community): Promise<Restarted> {
  const { servers, proxy, restart, portOf } = processes
  const load = await startLoad(proxy.url, community)
  try {
    const failures: string[] = []
    const before = { ...proxy.retries }
    const durations: string[] = []
    for (const at of servers.keys()) {
      await sleep(1000)
      const began = performance.now()
      const code = await (servers[at] as Server).stop()
      durations.push(seconds(performance.now() - began))
      if (code !== 0) failures.push(`a process ended with ${code} after SIGTERM`)
      await restart(at)
      if (!(await until(() => proxy.isReady(portOf(at))))) failures.push('a new process is not ready')
    }
    await sleep(1000)
    await load.end()
    failures.push(...faultsOf(load, ['200', '201', '204']))
    // Each process has ended, and with it each stream.
    if (load.followers.some(({ opened }) => opened() < 2)) failures.push('a live stream was not ended by a restart')
    const requests = Object.values(load.answers).reduce((sum, count) => sum + count, 0)
    const retries = (why: keyof typeof before) => proxy.retries[why] - before[why]
    return {
      failures,
      requests,
      acknowledged: load.acknowledged(),
      words:
        `rolling restart: ${requests} requests, answers ${JSON.stringify(load.answers)}; the proxy sent ${retries('not connected')} to another process ` +
        `for want of a connection and ${retries('no answer')} for want of an answer; the processes ended after ${durations.join(', ')}`,
    }
  } finally {
    await load.stopFollowing()
  }
}
