import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbedded } from '../database/embedded/embedded.ts'
import { say } from '../scripts/command-line.ts'
import { readParts } from '../server/backup/parts.ts'
import { fixtures, loadFixture } from '../tests/fixtures/schemas/fixture.ts'
import { newCluster } from './cluster.ts'
import { lawHolds, newDatabase } from './law.ts'
import { register } from './member.ts'
import type { Part, Result } from './part.ts'
import { type Found, postgresVersions } from './postgres-versions.ts'
import { type Server, startServer, withServer } from './server.ts'

const run = promisify(execFile)

export const backup: Part = {
  promise:
    'A backup taken while members write is restored from the embedded database to a server and back, across versions of PostgreSQL, with the same rows in every table; the law tests pass on the copy.',
  rounds: 1,
  prove: async rounds => {
    const { found, missing } = await postgresVersions()
    const folder = mkdtempSync(join(tmpdir(), 'community-proof-'))
    try {
      // Rows in every table.
      const embedded = await startEmbedded({ dataDir: folder, say: () => {} })
      await loadFixture(fixtures().at(-1) ?? '', embedded.ownerUrl).finally(() => embedded.stop())
      return await withServer(server => proveOn(server, found, missing, rounds), {}, folder)
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

async function proveOn(server: Server, versions: Found['found'], missing: string[], rounds: number): Promise<Result> {
  let isGood = (await restoreBackups(server, rounds, say)) === rounds
  const good: string[] = []
  for (const binaries of versions) {
    say(`PostgreSQL ${binaries.version}:`)
    const cluster = await newCluster(binaries)
    try {
      await cluster.start()
      const isSame = (await restoreBackups(server, rounds, say, cluster.url)) === rounds
      if (isSame) good.push(binaries.version)
      isGood &&= isSame
    } finally {
      await cluster.remove()
    }
  }
  const found = `embedded to embedded ${isGood ? 'good' : 'tried'}; embedded to a server and back, and the law tests there, good with ${good.length} of ${versions.length} servers${good.length ? ` (PostgreSQL ${good.join(', ')})` : ''}`
  const untried = missing.length ? `; not tried: ${missing.join(', ')}` : ''
  return { passed: isGood && versions.length > 0 && !untried, found: found + untried }
}

/**
 * Backs up a server while members write, and restores the file into a new embedded database: directly, or by way of a PostgreSQL server (`adminUrl`: a login that may create databases
 * and roles). Compares the sums of all tables of a backup of the copy with those of the first. On the server, also tests the law. Returns the number of good rounds.
 */
export async function restoreBackups(
  server: { url: string; dataDir: string; isAlive: () => boolean },
  rounds: number,
  say: (line: string) => void,
  adminUrl?: string,
): Promise<number> {
  const cookie = await register(server.url)
  let good = 0
  for (let round = 0; round < rounds && server.isAlive(); round++) {
    const folder = mkdtempSync(join(tmpdir(), 'community-proof-backup-'))
    const place = (name: string) => join(folder, name)
    try {
      await backUpWhileWriting(server, cookie, place('first.backup'))
      const sums = [await sumsOf(place('first.backup'))]
      let source = place('first.backup')
      let holds = true
      if (adminUrl) {
        const target = { DATA_DIR: place('server'), DATABASE_URL: await newDatabase(adminUrl) }
        await command('restore', [source, '--without-key'], target)
        source = place('server.backup')
        await command('backup', [source], target)
        sums.push(await sumsOf(source))
        // First the server: the law tests copy the database, which nobody may use meanwhile.
        holds = await readsAgree(server.url, cookie, target, say)
        holds = (await lawHolds(target.DATABASE_URL, adminUrl, say)) && holds
      }
      const target = { DATA_DIR: place('embedded') }
      await command('restore', [source, '--without-key'], target)
      await command('backup', [place('last.backup')], target)
      sums.push(await sumsOf(place('last.backup')))
      const isSame = new Set(sums.map(sum => JSON.stringify(sum))).size === 1
      say(`${sums[0]?.length} tables ${isSame ? 'are the same' : 'DIFFER'} after ${sums.length - 1} restores`)
      if (isSame && holds) good++
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
  return good
}

async function backUpWhileWriting(server: { url: string; dataDir: string }, cookie: string, to: string) {
  let isOver = false
  const writing = (async () => {
    while (!isOver) await write(server.url, cookie)
  })()
  await command('backup', [to], { DATA_DIR: server.dataDir }).finally(() => {
    isOver = true
  })
  await writing
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

/** A server on the copy answers the member as the first does, with the same session. Not compared: topics, which were written after the backup too. */
async function readsAgree(
  url: string,
  cookie: string,
  copy: { DATA_DIR: string; DATABASE_URL: string },
  say: (line: string) => void,
): Promise<boolean> {
  const server = await startServer(copy.DATA_DIR, { DATABASE_URL: copy.DATABASE_URL, JOBS: 'off' })
  try {
    const read = async (base: string, path: string, as: string) => {
      const answer = await fetch(base + path, { headers: as ? { cookie: as } : {} })
      return `${answer.status} ${await answer.text()}`
    }
    const wrong: string[] = []
    for (const path of READS)
      if ((await read(server.url, path, cookie)) !== (await read(url, path, cookie))) wrong.push(path)
    if (!(await read(server.url, '/api/posts', cookie)).startsWith('200 [{')) wrong.push('/api/posts')
    if (!(await read(server.url, '/api/posts', '')).startsWith('401 ')) wrong.push('/api/posts without a session')
    say(`a server on the copy answers ${wrong.length ? `OTHERWISE: ${wrong.join(', ')}` : 'the same'}`)
    return wrong.length === 0
  } finally {
    await server.stop()
  }
}

const READS = ['/api/profile', '/api/members', '/api/events', '/api/investors', '/api/direct-introduction-requests']

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
