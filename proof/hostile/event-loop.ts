import { appendFileSync } from 'node:fs'
import { PerformanceObserver } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into the server with `node --import`: writes each pause of the event loop as a line to the file PAUSES_FILE. Processor time of the main
 * thread tells the server's own work from a machine that runs something else; garbage collection is told apart too.
 */
export type Pause = { from: number; to: number; milliseconds: number; cpu: number; gc: number }

const REPORTED_MS = 60
const file = process.env.PAUSES_FILE
if (file && isMainThread && process.argv[1]?.endsWith('start.ts')) {
  let collected = 0
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) collected += duration
  }).observe({ entryTypes: ['gc'] })
  const cpuNow = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let before = { at: performance.now(), cpu: cpuNow() }
  const tick = () => {
    const now = { at: performance.now(), cpu: cpuNow() }
    const milliseconds = now.at - before.at
    if (milliseconds > REPORTED_MS) {
      const to = Date.now()
      const { cpu } = before
      // The observer is called after this timer.
      setImmediate(() => {
        const pause: Pause = { from: to - milliseconds, to, milliseconds, cpu: now.cpu - cpu, gc: collected }
        appendFileSync(file, `${JSON.stringify(pause)}\n`)
        collected = 0
      })
    } else collected = 0
    before = now
  }
  setInterval(tick, 5).unref()
}
