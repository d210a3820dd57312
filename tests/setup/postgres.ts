import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../database/embedded/embedded.ts'
import { holderOf } from '../../database/embedded/lock.ts'
import { buildWeb } from '../../scripts/build.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A role that may create databases and roles, on the PostgreSQL of this run. */
    adminUrl: string
  }
}

const PREFIX = 'community-tests-'

/** One PostgreSQL for the whole run: TEST_DATABASE_URL, else an embedded one that is removed at the end. */
export async function startTestPostgres(): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { adminUrl: given, stop: async () => {} }
  await removeLeftovers()
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX))
  // Lets PostgreSQL's user reach the socket inside the folder, where it is removed with the rest.
  chmodSync(dataDir, 0o711)
  const embedded = await startEmbedded({ dataDir, say: () => {}, durable: false })
  return {
    adminUrl: embedded.superuserUrl,
    async stop() {
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export default async function setup(project: TestProject) {
  // Tests of pages read the bundle: in a fresh clone `npx vitest run` has none yet.
  await buildWeb(line => console.log(line))
  const { adminUrl, stop } = await startTestPostgres()
  project.provide('adminUrl', adminUrl)
  return stop
}

/** Removes the data folders of killed runs. Their PostgreSQL has stopped by itself. */
async function removeLeftovers() {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue
    const folder = join(tmpdir(), name)
    const lock = join(folder, 'server.lock')
    const isOurs = statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.()
    if (isOurs && existsSync(lock) && !(await holderOf(lock))) rmSync(folder, { recursive: true, force: true })
  }
}
