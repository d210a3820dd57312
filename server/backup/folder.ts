import { existsSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Problem } from '../../database/connection/problem.ts'
import { readParts } from './parts.ts'

/** Sorts by time. */
export const nameOfBackup = (at: Date) =>
  `community-${at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')}.backup`

/** The time in the name of a backup; null for other names. Only files with such a name are ever removed. */
function timeOfBackup(name: string): Date | null {
  const [, day, hour, minute, second] = /^community-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/.exec(name) ?? []
  const time = new Date(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time.getTime()) ? null : time
}

/** The file for `path`: a folder gets a file named after the time. An existing file is never overwritten. */
export function fileFor(path: string, at: Date): string {
  const isFolder = path.endsWith('/') || statSync(path, { throwIfNoEntry: false })?.isDirectory()
  const file = resolve(isFolder ? join(path, nameOfBackup(at)) : path)
  if (existsSync(file)) throw new Problem(`The file ${file} exists already.`, 'Give another name, or a folder.')
  return file
}

/**
 * Writes a file under another name, reads it back, and gives it its name only when everything is on disk: a process that is killed leaves no half
 * backup that looks like a whole one.
 */
export async function writeToFile<T>(
  file: string,
  passphrase: string | undefined,
  write: (sink: (bytes: Buffer) => Promise<void>) => Promise<T>,
): Promise<{ result: T; bytes: number; place: string }> {
  const unfinished = `${file}.${process.pid}.part`
  const isOurs = await makeFolder(dirname(file))
  try {
    const handle = await open(unfinished, 'wx+', 0o600)
    try {
      const result = await write(async bytes => {
        await handle.writeFile(bytes)
      })
      await handle.sync()
      for await (const _ of readParts(handle, basename(file), passphrase));
      const { size } = await handle.stat()
      if (existsSync(file)) throw new Problem(`The file ${file} exists already.`, 'Give another name, or a folder.')
      await rename(unfinished, file)
      await syncFolder(dirname(file))
      return { result, bytes: size, place: file }
    } finally {
      await handle.close()
    }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw explainDisk(error, isOurs ? dirname(file) : file)
  }
}

/** Only its user can read a new folder: backups contain everything. */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    return (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined
  } catch (error) {
    throw explainDisk(error, folder)
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

function explainDisk(error: unknown, place: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return new Problem(
      `There is not enough room for the backup at ${place}.`,
      'Make room or give another place. No backup was made.',
    )
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code))
    return new Problem(
      `The backup cannot be written to ${place} (${code}).`,
      'Give a folder that this user can write to. No backup was made.',
    )
  return error
}

const HOUR_MS = 3_600_000

/** Removes backups that are older than `keepDays`, and what killed processes left. The newest backup always stays. */
export async function removeOld(folder: string, keepDays: number, now: Date): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of expired(names, keepDays, now)) await rm(join(folder, name), { force: true })
  for (const name of names.filter(one => /^community-.*\.backup\.\d+\.part$/.test(one))) {
    const touched = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs
    if (touched !== undefined && touched < now.getTime() - 24 * HOUR_MS) await rm(join(folder, name), { force: true })
  }
}

export function expired(names: string[], keepDays: number, now: Date): string[] {
  const backups = names.filter(timeOfBackup).sort()
  const oldest = now.getTime() - keepDays * 24 * HOUR_MS
  return backups.slice(0, -1).filter(name => (timeOfBackup(name)?.getTime() ?? now.getTime()) < oldest)
}
