import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const linux = process.platform === 'linux'

function ps(pid: number, column: string) {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}

/** The start time of a process, in the format of the system. Null if it has ended or is a zombie. */
export function startOf(pid: number): string | null {
  if (!linux) return ps(pid, 'state')?.startsWith('Z') ? null : ps(pid, 'lstart')
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name is in parentheses and may contain spaces: count the fields after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? null : (fields[19] ?? null)
  } catch {
    return null
  }
}

export function isAlive(pid: number, started: string) {
  return startOf(pid) === started
}

/** The processes of a PostgreSQL. Their working directory is the data folder, so a recycled process id is not mistaken for one. */
export function processesIn(folder: string, postmaster: number): number[] {
  if (!linux) return ps(postmaster, 'comm')?.includes('postgres') ? [postmaster] : []
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => worksIn(pid, folder) && startOf(pid) !== null)
}

function worksIn(pid: number, folder: string) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder && readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n'
  } catch {
    return false
  }
}

/** Whether a process id is in use, possibly by a zombie. */
export function exists(pid: number) {
  return signal(pid, 0)
}

export function signal(pid: number, name: NodeJS.Signals | 0) {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
