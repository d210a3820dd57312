import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { Problem } from '../database/connection/problem.ts'

const STREAM = '/dev/reload'
const SCRIPT = '/dev/reload.js'
const RELOAD = `new EventSource('${STREAM}').onmessage = () => location.reload()`

/**
 * Stands before the server while developing. Closed, it lets requests wait instead of failing; opened again, it tells
 * the browsers to reload. Its script is a file of our own, which the Content-Security-Policy allows as it is.
 */
export async function openFrontDoor({ port, host, inner }: { port: number; host: string; inner: number }) {
  const browsers = new Set<ServerResponse>()
  let opening = Promise.withResolvers<void>()

  const server = createServer(async (incoming, answer) => {
    if (incoming.url === SCRIPT) return answer.setHeader('content-type', 'text/javascript').end(RELOAD)
    if (incoming.url === STREAM) {
      answer.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).flushHeaders()
      browsers.add(answer)
      return answer.on('close', () => browsers.delete(answer))
    }
    await opening.promise
    forward(inner, incoming, answer)
  })
  server.listen(port, host)
  await once(server, 'listening').catch(() => {
    throw new Problem(`Port ${port} is in use by another program.`, `Choose another: PORT=${port + 1} npm run dev`)
  })

  return {
    close() {
      opening.resolve()
      opening = Promise.withResolvers()
    },
    open() {
      opening.resolve()
      for (const browser of browsers) browser.write('data: changed\n\n')
    },
  }
}

function forward(port: number, incoming: IncomingMessage, answer: ServerResponse) {
  // Uncompressed, so that a line can be added to pages.
  const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
  const outgoing = request({ host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers }, inner => {
    const isPage = inner.headers['content-type']?.startsWith('text/html')
    const { 'content-length': length, ...rest } = inner.headers
    answer.writeHead(inner.statusCode ?? 502, isPage || length === undefined ? rest : inner.headers)
    inner.pipe(answer, { end: false })
    inner.on('end', () => answer.end(isPage ? `<script src="${SCRIPT}"></script>` : undefined))
  })
  outgoing.on('error', () => {
    if (!answer.headersSent) answer.writeHead(502)
    answer.end()
  })
  // A stream whose browser has left must not keep its place.
  answer.on('close', () => outgoing.destroy())
  incoming.pipe(outgoing)
}
