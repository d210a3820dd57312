import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../database/embedded.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A role that may create databases and roles, on the PostgreSQL of this run. */
    adminUrl: string
  }
}

/** One PostgreSQL for the whole run: TEST_DATABASE_URL, else an embedded one that is removed at the end. */
export async function startTestPostgres(): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  const named = process.env.TEST_DATABASE_URL
  if (named) return { adminUrl: named, stop: async () => {} }
  const dataDir = mkdtempSync(join(tmpdir(), 'community-tests-'))
  const embedded = await startEmbedded({ dataDir, say: () => {}, durable: false })
  return {
    adminUrl: asSuperuser(embedded.ownerUrl),
    async stop() {
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export default async function setup(project: TestProject) {
  const { adminUrl, stop } = await startTestPostgres()
  project.provide('adminUrl', adminUrl)
  return stop
}

function asSuperuser(ownerUrl: string) {
  const url = new URL(ownerUrl)
  url.username = 'postgres'
  url.pathname = '/postgres'
  return url.href
}
