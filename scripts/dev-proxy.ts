import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { Problem } from '../database/connection/problem.ts'

const STREAM = '/dev/reload'
const SCRIPT = '/dev/reload.js'
const RELOAD = `new EventSource('${STREAM}').onmessage = () => location.reload()`

/**
 * A proxy in front of the development server. While paused it delays requests instead of failing them; when it resumes it reloads the
 * browsers. The reload script is served as a file, because the Content-Security-Policy forbids inline scripts.
 */
export async function startDevProxy({ port, host, inner }: { port: number; host: string; inner: number }) {
  const browsers = new Set<ServerResponse>()
  let resumed = Promise.withResolvers<void>()

  const server = createServer(async (incoming, answer) => {
    if (incoming.url === SCRIPT) return answer.setHeader('content-type', 'text/javascript').end(RELOAD)
    if (incoming.url === STREAM) {
      answer.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).flushHeaders()
      browsers.add(answer)
      return answer.on('close', () => browsers.delete(answer))
    }
    await resumed.promise
    forward(inner, incoming, answer)
  })
  server.listen(port, host)
  await once(server, 'listening').catch(() => {
    throw new Problem(`Port ${port} is in use by another program.`, `Choose another: PORT=${port + 1} npm run dev`)
  })

  return {
    pause() {
      resumed.resolve()
      resumed = Promise.withResolvers()
    },
    resume() {
      resumed.resolve()
      for (const browser of browsers) browser.write('data: changed\n\n')
    },
  }
}

function forward(port: number, incoming: IncomingMessage, answer: ServerResponse) {
  // Uncompressed, so that the script can be appended to pages.
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
  // Close the stream of a browser that has left, so that it does not count against the limit of streams.
  answer.on('close', () => outgoing.destroy())
  incoming.pipe(outgoing)
}
