import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Child = {
  pid: number
  tell(message: object): void
  /** What it says next; an error when it has died. */
  hears<T>(): Promise<T>
  stop(): Promise<void>
}
export type Server = Child & { port: number }

/** Starts a program of ours beside this one. Its log goes nowhere, its complaints to ours. */
export function launch(file: string, env: Record<string, string> = {}): Child & { served(): Promise<Server> } {
  const forked = fork(join(import.meta.dirname, file), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const said: unknown[] = []
  const waiting: PromiseWithResolvers<unknown>[] = []
  let fault: Error | undefined
  const fail = (error: Error) => {
    fault ??= error
    for (const one of waiting.splice(0)) one.reject(fault)
  }
  forked.on('error', fail)
  forked.on('exit', (code, signal) => fail(new Error(`${file} ended with ${signal ?? code} while it was needed`)))
  forked.on('message', message => {
    const next = waiting.shift()
    if (next) next.resolve(message)
    else said.push(message)
  })

  const child: Child = {
    pid: forked.pid as number,
    // A child that is gone is heard of by whoever waits for its answer.
    tell: message => void (forked.connected && forked.send(message, () => undefined)),
    hears<T>() {
      if (said.length > 0) return Promise.resolve(said.shift() as T)
      if (fault) return Promise.reject(fault)
      const next = Promise.withResolvers<unknown>()
      waiting.push(next)
      return next.promise as Promise<T>
    },
    stop: () => end(forked),
  }
  /** A server says its port first. */
  const served = async () => {
    try {
      return { ...child, port: await child.hears<number>() }
    } catch (error) {
      await child.stop()
      throw error
    }
  }
  return { ...child, served }
}

const PATIENCE = 15_000

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
  await gone
  clearTimeout(timer)
}

const TICKS_PER_SECOND = 100

/** Processor time in milliseconds that a process and its children have used so far (Linux; elsewhere 0). */
export function cpuOf(pid: number | string): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    // Its own and that of children that have ended, in user and in system mode.
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
