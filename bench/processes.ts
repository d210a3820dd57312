import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Child = {
  pid: number
  send(message: object): void
  /** The next message; rejects if the process has ended. */
  receive<T>(): Promise<T>
  stop(): Promise<void>
}
export type Server = Child & { port: number }

/** Starts a script in a child process. Its stdout is discarded, its stderr is inherited. */
export function launch(file: string, env: Record<string, string> = {}): Child & { served(): Promise<Server> } {
  const forked = fork(join(import.meta.dirname, file), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const received: unknown[] = []
  const waiting: PromiseWithResolvers<unknown>[] = []
  let fault: Error | undefined
  const fail = (error: Error) => {
    fault ??= error
    for (const { reject } of waiting.splice(0)) reject(fault)
  }
  forked.on('error', fail)
  forked.on('exit', (code, signal) => fail(new Error(`${file} ended with ${signal ?? code} while it was needed`)))
  forked.on('message', message => {
    const next = waiting.shift()
    if (next) next.resolve(message)
    else received.push(message)
  })

  const child: Child = {
    pid: forked.pid as number,
    // If the child has ended, `receive` rejects.
    send: message => void (forked.connected && forked.send(message, () => undefined)),
    receive<T>() {
      if (received.length > 0) return Promise.resolve(received.shift() as T)
      if (fault) return Promise.reject(fault)
      const next = Promise.withResolvers<unknown>()
      waiting.push(next)
      return next.promise as Promise<T>
    },
    stop: () => end(forked),
  }
  /** The first message of a server is its port. */
  const served = async () => {
    try {
      return { ...child, port: await child.receive<number>() }
    } catch (error) {
      await child.stop()
      throw error
    }
  }
  return { ...child, served }
}

const KILL_AFTER_MS = 15_000

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS)
  await gone
  clearTimeout(timer)
}

const TICKS_PER_SECOND = 100

/** CPU time in milliseconds of a process and its children (Linux; elsewhere 0). */
export function cpuOf(pid: number | string): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    // utime, stime, cutime and cstime: also of children that have ended.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    return children.reduce((sum, child) => sum + cpuOf(child), (ticks * 1000) / TICKS_PER_SECOND)
  } catch {
    return 0
  }
}

/** Resident memory in megabytes (Linux; elsewhere 0). */
export function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
