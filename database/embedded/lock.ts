import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../connection/problem.ts'
import { isAlive, startOf } from './processes.ts'

type Holder = { pid: number; started: string; place: string }

const HEARTBEAT_MS = 1000

/** Identifies the boot and the container: process ids can be compared only within both. */
function currentPlace() {
  if (process.platform !== 'linux') return hostname()
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
}

/** Throws if the lock is not readable: it belongs to another user and is not stale. */
function readText(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** Null for a lock file that a power cut left incomplete: it counts as not held. */
function parse(text: string): Holder | null {
  try {
    return JSON.parse(text) as Holder
  } catch {
    return null
  }
}

function touchedAt(file: string) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs
}

async function isHeld(file: string, holder: Holder) {
  if (holder.place === currentPlace()) return isAlive(holder.pid, holder.started)
  // The process of another container or boot cannot be looked up: check for its heartbeat.
  const before = touchedAt(file)
  await sleep(HEARTBEAT_MS * 4)
  const after = touchedAt(file)
  return after !== undefined && after !== before
}

/** The live process that has the folder open, if any. */
export async function holderOf(file: string, text = readText(file)) {
  const holder = parse(text)
  return holder && (await isHeld(file, holder)) ? holder : null
}

/**
 * Locks a data folder for this process; returns the function that releases it. The lock contains the process id and its start time, so
 * that a stale lock is detected after a crash and a recycled process id is not mistaken for the holder.
 */
export async function takeLock(file: string, folder: string): Promise<() => void> {
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid), place: currentPlace() })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    while (!tryLink(draft, file)) {
      const seen = readText(file)
      const holder = await holderOf(file, seen)
      if (holder) {
        throw new Problem(
          `The data folder ${folder} is already open in process ${holder.pid}.`,
          `Use the one that is running, stop it (kill ${holder.pid}), or set DATA_DIR to another folder.`,
        )
      }
      clear(file, seen)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS).unref()
  return () => {
    clearInterval(heartbeat)
    if (readText(file) === mine) rmSync(file, { force: true })
  }
}

/** A hard link is atomic: no process reads an incomplete lock. */
function tryLink(draft: string, file: string) {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Renames the stale lock first: if two processes find it, the slower one must not remove the new lock of the faster one. */
function clear(file: string, stale: string) {
  const aside = `${file}.stale-${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (readText(aside) !== stale) tryLink(aside, file)
  rmSync(aside, { force: true })
}

function touch(file: string) {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch {
    // The folder was deleted at runtime: PostgreSQL reports that.
  }
}
