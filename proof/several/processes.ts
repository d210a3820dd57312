import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from '../../scripts/build.ts'
import { say } from '../../scripts/command-line.ts'
import { freePort } from '../cluster.ts'
import { type DatabasePair, newPair } from '../database-pair.ts'
import { newDatabase } from '../law.ts'
import type { PostgresBinaries } from '../postgres-versions.ts'
import { type Server, startServer } from '../server.ts'
import { startSmtpServer } from '../smtp.ts'
import { type ProxyServer, startProxy } from './proxy.ts'

const PROCESSES = 3
/** Of one member, for the check that a limit counts over all processes. The load saves no profiles. */
export const PROFILE_SAVES = 6

/** Server processes that share one database, one mail server and one folder of files, as docs/operations.md describes, behind a proxy. */
export type Processes = {
  pair: DatabasePair
  /** The owner, on the primary. */
  databaseUrl: string
  mails: Awaited<ReturnType<typeof startSmtpServer>>
  proxy: ProxyServer
  /** Each at its own address. */
  servers: Server[]
  /** A new process in place of one that has ended, at the same address. */
  restart: (at: number) => Promise<Server>
  portOf: (at: number) => number
}

/** Starts all of it, the server processes at the same moment on an empty database, and removes it after `work`. */
export async function withProcesses<T>(
  binaries: PostgresBinaries,
  work: (processes: Processes) => Promise<T>,
): Promise<T> {
  // Once, so that the processes do not build at the same time.
  await buildWeb(say)
  const undo: (() => unknown)[] = []
  try {
    const pair = await newPair(binaries)
    undo.push(pair.remove)
    const mails = await startSmtpServer()
    undo.push(mails.close)
    const ports: number[] = []
    while (ports.length < PROCESSES) ports.push(await freePort())
    const proxy = await startProxy(ports)
    undo.push(proxy.close)
    const folder = mkdtempSync(join(tmpdir(), 'community-proof-several-'))
    undo.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    const databaseUrl = await newDatabase(pair.primary.url)
    const settings = {
      DATABASE_URL: `${pair.withBothHosts(databaseUrl)}?target_session_attrs=read-write`,
      SECRET_KEY: randomBytes(32).toString('base64'),
      PUBLIC_URL: proxy.url,
      TRUST_PROXY: 'loopback',
      SMTP_URL: mails.url,
      LIMIT_PROFILE_SAVES_PER_HOUR: String(PROFILE_SAVES),
    }
    const portOf = (at: number) => ports[at] as number
    const servers: Server[] = []
    const start = async (at: number) => {
      const server = await startServer(folder, { ...settings, PORT: String(portOf(at)) })
      // It says its public address, which is that of the proxy.
      servers[at] = { ...server, url: `http://127.0.0.1:${portOf(at)}` }
      return servers[at]
    }
    undo.push(() => Promise.all(servers.map(({ stop }) => stop())))
    const started = await Promise.allSettled(ports.map((_, at) => start(at)))
    for (const result of started) if (result.status === 'rejected') throw result.reason
    return await work({ pair, databaseUrl, mails, proxy, servers, restart: start, portOf })
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}
