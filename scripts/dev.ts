import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../server/config.ts'
import { buildWeb, root } from './build.ts'
import { runCommand, say } from './command-line.ts'
import { startDevProxy } from './dev-proxy.ts'

const SOURCES = ['contract', 'database', 'features', 'server', 'web', 'vite.config.ts']

/**
 * `npm run dev`: rebuilds and restarts the production server and bundle at every change, so that pages, headers and
 * Content-Security-Policy are the real ones. (Vite's development server needs inline styles and serves its own pages.) A proxy
 * keeps the port open and reloads the browser.
 */
await runCommand(async () => {
  process.env.NODE_ENV = 'development'
  const { port, host, publicUrl } = readConfig(process.env)
  const inner = await freePort()
  const env = { ...process.env, HOST: '127.0.0.1', PORT: String(inner), PUBLIC_URL: publicUrl }
  const proxy = await startDevProxy({ port, host, inner })
  let server: ChildProcess | undefined

  const stop = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }
  const restart = async () => {
    // An error in the browser code does not stop the running server.
    await buildWeb(say)
    proxy.pause()
    await stop()
    server = spawn(process.execPath, [join(root, 'scripts/start.ts')], { cwd: root, env, stdio: 'inherit' })
    await answering(inner, server)
    proxy.resume()
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop().then(() => process.exit(0)))
  for (;;) {
    const changed = untilChanged()
    await restart().catch(error => console.error(error.message))
    say(`Waiting for changes. Open ${publicUrl}`)
    await changed
    // Debounce: editors save in several steps, and several files at once.
    await sleep(100)
  }
})

function untilChanged() {
  return new Promise<void>(resolve => {
    const watchers = SOURCES.map(name =>
      watch(join(root, name), { recursive: true }, () => {
        for (const watcher of watchers) watcher.close()
        resolve()
      }),
    )
  })
}

async function answering(port: number, server: ChildProcess) {
  while (server.exitCode === null && server.signalCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)
    if (answer?.ok) return
    await sleep(50)
  }
  throw new Error('The server did not start.')
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  return port
}
