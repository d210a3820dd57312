import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** As strict as the Content-Security-Policy of the app's pages: a component that needs more fails here. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
].join('; ')

const localPath = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds the gallery like the app, in memory: path → content. */
async function buildGallery() {
  const built = (await build({
    logLevel: 'error',
    configFile: localPath('../../vite.config.ts'),
    build: { write: false, rolldownOptions: { input: localPath('./index.html') } },
  })) as Rolldown.RolldownOutput
  const files = new Map<string, string | Uint8Array>()
  for (const file of built.output) files.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source)
  for (const name of await readdir(localPath('../public')))
    files.set(`/${name}`, await readFile(localPath(`../public/${name}`)))
  return files
}

/** Serves the gallery alone, on a free local port. */
export async function serveGallery() {
  const files = await buildGallery()
  const server = createServer((request, reply) => {
    const path = new URL(request.url ?? '/', 'http://gallery').pathname
    const file = path === '/ui' ? '/gallery/index.html' : path
    const body = files.get(file)
    reply.writeHead(body === undefined ? 404 : 200, {
      'content-type': types[extname(file)] ?? 'text/plain',
      'content-security-policy': policy,
    })
    reply.end(body)
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ui`,
    close: () => new Promise<void>(closed => server.close(() => closed())),
  }
}
