import { createHash, createHmac, randomBytes } from 'node:crypto'
import { closeSync, fchownSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Runner } from './runner.ts'

/** Named so by earlier releases, in which it was the password of every role. */
const fileIn = (dataDir: string) => join(dataDir, 'postgres.password')

/** The secret from which the passwords of the embedded PostgreSQL's roles follow; null before the first start. */
export function readSecret(dataDir: string): string | null {
  try {
    const secret = readFileSync(fileIn(dataDir), 'utf8').trim()
    return secret.length >= 40 ? secret : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Created at the first start. The file belongs to the owner of the data folder, so that a start by root does not lock that user out. */
export function openSecret(dataDir: string): string {
  const known = readSecret(dataDir)
  if (known) return known
  const secret = randomBytes(32).toString('base64url')
  const owner = statSync(dataDir)
  replace(fileIn(dataDir), dataDir, `${secret}\n`, process.getuid?.() === 0 ? owner : null)
  return secret
}

/**
 * pg_hba.conf: connections require a password. A hash in a comment identifies the passwords that the roles have: if they are different
 * ones (a folder of an earlier release, a lost file, a backup), the passwords are set again.
 */
const accessFor = (secret: string) =>
  `# Written by the server. Passwords of each role: ${createHash('sha256').update(secret).digest('hex').slice(0, 16)}\nlocal all all scram-sha-256\n`

const accessFile = (cluster: string) => join(cluster, 'pg_hba.conf')

export function isPreparedFor(cluster: string, secret: string) {
  try {
    return readFileSync(accessFile(cluster), 'utf8') === accessFor(secret)
  } catch {
    return false
  }
}

export function writeAccess(cluster: string, dataDir: string, secret: string, owner: Runner) {
  replace(accessFile(cluster), dataDir, accessFor(secret), owner)
}

/** Each role has its own: whoever learns the one of the server's connections cannot connect as the owner. */
export const passwordOf = (role: string, secret: string) =>
  createHmac('sha256', secret).update(role).digest('base64url')

/** For single-user mode. */
export const passwordStatements = (secret: string) =>
  ['postgres', 'community_owner', 'community_login'].map(
    role => `alter role ${role} password '${passwordOf(role, secret)}'`,
  )

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
