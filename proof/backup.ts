import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newClient } from '../database/connection/client.ts'
import { say } from '../scripts/plainly.ts'
import { readParts } from '../server/backup/parts.ts'
import { register } from './member.ts'
import type { Part } from './part.ts'
import { withServer } from './server.ts'

const run = promisify(execFile)

export const backup: Part = {
  promise: 'A backup taken while members write is restored, from server to server, with the same rows in every table.',
  rounds: 1,
  prove: rounds =>
    withServer(async server => {
      const good = await restoreBackups(server, rounds, say)
      return { passed: good === rounds, found: `${good} of ${rounds} rounds good` }
    }),
}

/**
 * Backs up a server while members write, restores the file into each target in turn, each from the backup of the one before, and compares the sums of all
 * tables of the last backup with those of the first. Targets: the servers in PROOF_DATABASE_URLS (logins that may create databases and roles; other versions of
 * PostgreSQL, for example), then a new embedded database. Returns the number of good rounds.
 */
export async function restoreBackups(
  server: { url: string; dataDir: string; isAlive: () => boolean },
  rounds: number,
  say: (line: string) => void,
): Promise<number> {
  const others = (process.env.PROOF_DATABASE_URLS ?? '').split(',').filter(Boolean)
  const targets = others.length > 0 ? [...others, ''] : ['']
  const cookie = await register(server.url)
  let good = 0
  for (let round = 0; round < rounds && server.isAlive(); round++) {
    const folder = mkdtempSync(join(tmpdir(), 'community-proof-backup-'))
    try {
      let isOver = false
      const writing = (async () => {
        while (!isOver) await write(server.url, cookie)
      })()
      const first = join(folder, 'first.backup')
      await command('backup', [first], { DATA_DIR: server.dataDir }).finally(() => {
        isOver = true
      })
      await writing
      let last = first
      for (const [i, other] of targets.entries()) {
        const target = { DATA_DIR: join(folder, `data-${i}`), ...(other && { DATABASE_URL: await newDatabase(other) }) }
        await command('restore', [last, '--without-key'], target)
        last = join(folder, `${i}.backup`)
        await command('backup', [last], target)
      }
      const [before, after] = [await sumsOf(first), await sumsOf(last)]
      const isSame = JSON.stringify(before) === JSON.stringify(after)
      say(`${before.length} tables ${isSame ? 'are the same' : 'DIFFER'} after ${targets.length} restores`)
      if (isSame) good++
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
  return good
}

const command = (name: string, args: string[], settings: Record<string, string>) =>
  run(process.execPath, [join(import.meta.dirname, `../scripts/${name}.ts`), ...args], {
    env: { PATH: process.env.PATH, ...settings },
  })

async function write(url: string, cookie: string): Promise<void> {
  const headers = { cookie, 'content-type': 'application/json' }
  const body = JSON.stringify({ title: 'Written during the backup', content: 'Text' })
  await (await fetch(`${url}/api/posts`, { method: 'POST', headers, body })).text()
}

/** The URL of a new, empty database on that server. */
async function newDatabase(adminUrl: string): Promise<string> {
  const admin = newClient({ connectionString: adminUrl })
  await admin.connect()
  const name = `community_proof_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name} template template0 encoding 'UTF8'`).finally(() => admin.end())
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Name, rows and hash of each table. That of the backups themselves changes with each. */
async function sumsOf(path: string): Promise<unknown[]> {
  const file = await open(path, 'r')
  const sums: unknown[] = []
  try {
    for await (const part of readParts(file, path, undefined)) {
      if (part.kind !== 'table' || part.name === 'backups') continue
      for await (const _ of part.data);
      sums.push([part.name, part.columns, part.sums()])
    }
    return sums
  } finally {
    await file.close()
  }
}
