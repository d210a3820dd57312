import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** The same policy that the server sends with every page: a component that needs more is broken, and shows it here. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
].join('; ')

/** Builds the gallery as the app itself is built and serves it on a free port. */
export async function serveGallery(port = 0) {
  const folder = fileURLToPath(new URL('../../dist/gallery/', import.meta.url))
  await build({
    logLevel: 'warn',
    configFile: fileURLToPath(new URL('../../vite.config.ts', import.meta.url)),
    build: {
      outDir: folder,
      rolldownOptions: { input: fileURLToPath(new URL('./index.html', import.meta.url)) },
    },
  })
  const server = createServer(async (request, reply) => {
    const path = normalize(new URL(request.url ?? '/', 'http://x').pathname)
    const file = extname(path) ? path : '/gallery/index.html'
    const body = await readFile(join(folder, file)).catch(() => undefined)
    reply.writeHead(body ? 200 : 404, { 'content-type': types[extname(file)] ?? '', 'content-security-policy': policy })
    reply.end(body)
  })
  await new Promise<void>(done => server.listen(port, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ui`,
    close: () => new Promise(done => server.close(done)),
  }
}
