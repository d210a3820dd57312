import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../connection/problem.ts'
import { isAlive, startOf } from './processes.ts'

type Holder = { pid: number; started: string; place: string }

const HEARTBEAT_MS = 1000

/** Process ids mean something only within one boot of one machine and one container. */
function place() {
  if (process.platform !== 'linux') return hostname()
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
}

/** One that may not be read is another user's, and no reason to take it for stale. */
function readText(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** A lock torn by a power cut names nobody, so it holds nothing. */
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
  if (holder.place === place()) return isAlive(holder.pid, holder.started)
  // From another container or before a reboot its process cannot be looked up, so listen for its heartbeat.
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
 * Opens a data folder for this process alone; returns what releases it. The lock names a process and the moment it
 * started, so a crash leaves nothing to clear by hand and a recycled process id is not mistaken for the holder.
 */
export async function takeLock(file: string, folder: string): Promise<() => void> {
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid), place: place() })
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

/** Linking puts the finished file in place or fails: nobody ever reads half a lock. */
function tryLink(draft: string, file: string) {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Moved aside first: of two starts that find one stale lock, the slower must not remove the quicker one's new lock. */
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
    // A folder deleted under us is PostgreSQL's to complain about.
  }
}
