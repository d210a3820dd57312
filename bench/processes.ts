import { type ChildProcess, fork } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Server = { port: number; pid: number; stop: () => Promise<void> }

/** Starts a server of ours beside this process and waits for its port. Its log goes where production's would cost the same: a file. */
export async function start(file: string, env: Record<string, string>, message?: object): Promise<Server> {
  const log = openSync('/dev/null', 'w')
  const child = fork(join(import.meta.dirname, file), {
    env: { ...process.env, ...env },
    stdio: ['ignore', log, 'inherit', 'ipc'],
  })
  if (message) child.send(message)
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', value => resolve(value as number))
    child.once('exit', code => reject(new Error(`${file} ended with ${code} before it served`)))
  })
  return { port, pid: child.pid as number, stop: () => end(child) }
}

const end = (child: ChildProcess) =>
  new Promise<void>(resolve => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })

const TICKS_PER_SECOND = 100

/** Processor time used so far by a process, in milliseconds (Linux; elsewhere 0). */
export function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}

/** Resident memory in megabytes. */
export function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
