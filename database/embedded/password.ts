import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fchownSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Runner } from './runner.ts'

const fileIn = (dataDir: string) => join(dataDir, 'postgres.password')

/** The password of the embedded PostgreSQL's roles; null before the first start. */
export function readPassword(dataDir: string): string | null {
  try {
    const password = readFileSync(fileIn(dataDir), 'utf8').trim()
    return password.length >= 40 ? password : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Created at the first start. The file belongs to the owner of the data folder, so that a start by root does not lock that user out. */
export function openPassword(dataDir: string): string {
  const known = readPassword(dataDir)
  if (known) return known
  const password = randomBytes(32).toString('base64url')
  const owner = statSync(dataDir)
  replace(fileIn(dataDir), dataDir, `${password}\n`, process.getuid?.() === 0 ? owner : null)
  return password
}

/**
 * pg_hba.conf: connections require the password. A hash in a comment identifies the password that the roles have: if it is a different
 * one (a folder of an earlier release, a lost file, a backup), the password is set again.
 */
const accessFor = (password: string) =>
  `# Written by the server. Passwords: ${createHash('sha256').update(password).digest('hex').slice(0, 16)}\nlocal all all scram-sha-256\n`

const accessFile = (cluster: string) => join(cluster, 'pg_hba.conf')

export function isPreparedFor(cluster: string, password: string) {
  try {
    return readFileSync(accessFile(cluster), 'utf8') === accessFor(password)
  } catch {
    return false
  }
}

export function writeAccess(cluster: string, dataDir: string, password: string, owner: Runner) {
  replace(accessFile(cluster), dataDir, accessFor(password), owner)
}

/** For single-user mode. */
export const passwordStatements = (password: string) =>
  ['postgres', 'community_owner', 'community_login'].map(role => `alter role ${role} password '${password}'`)

/**
 * Atomic replacement: writes a temporary file in the data folder and renames it. If the target folder belongs to another user, rename
 * follows no symbolic link that this user created there.
 */
function replace(file: string, dataDir: string, text: string, owner: { uid: number; gid: number } | null) {
  const draft = join(dataDir, `new-file.${process.pid}.${randomBytes(4).toString('hex')}`)
  const handle = openSync(draft, 'wx', 0o600)
  try {
    writeFileSync(handle, text)
    if (owner) fchownSync(handle, owner.uid, owner.gid)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(draft, file)
}
