import { Agent, request as httpRequest } from 'node:http'
import type { Request } from './requests.ts'

export type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  milliseconds: number
}

const GIVE_UP_MS = 30_000
/** An event stream has no end. */
const STREAM_MS = 100

/** Sends a request byte for byte: fetch would correct the path and refuse methods. Rejects if there is no answer. */
export function makeSend(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const { hostname, port } = new URL(url)
  const send = (request: Omit<Request, 'caller' | 'operation'>, cookie: string): Promise<Answer> =>
    new Promise<Answer>((resolve, reject) => {
      const { method, path, headers, body } = request
      const began = performance.now()
      const bytes = body === undefined ? undefined : bytesOf(body, headers['content-type'])
      const all = {
        ...(cookie ? { cookie } : {}),
        ...headers,
        ...(bytes ? { 'content-length': bytes.length } : {}),
      }
      const sent = httpRequest({ agent, hostname, port, method, path, headers: all }, answer => {
        const chunks: Buffer[] = []
        const done = () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks),
            milliseconds: performance.now() - began,
          })
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', done)
        answer.on('error', reject)
        if (answer.headers['content-type'] === 'text/event-stream')
          setTimeout(() => {
            done()
            sent.destroy()
          }, STREAM_MS)
      })
      sent.setTimeout(GIVE_UP_MS, () => sent.destroy(new Error('no answer')))
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed the idle connection while the request was on its way. It did not see the request.
        if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(request, cookie))
        else reject(error)
      })
      sent.end(bytes)
    })
  return { send, close: () => agent.destroy() }
}

const bytesOf = (body: string, type = '') => Buffer.from(body, /json|text/.test(type) ? 'utf8' : 'latin1')

/** For a terminal. Bytes that a shell cannot pass go through printf. */
export function asCurl(url: string, { method, path, headers, body, caller }: Request): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const parts = [
    'curl -i --path-as-is',
    `-X ${method}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(caller === 'visitor' ? [] : [`-H "cookie: session=$${caller.toUpperCase()}"`]),
    ...(body === undefined ? [] : [`--data-binary ${quoted(shortened(body))}`]),
    quoted(shortened(url + path)),
  ]
  return parts.join(' ')
}

/** Long repetitions as '[…×count]'. */
const shortened = (text: string) =>
  text.replace(/([\s\S]{1,8}?)\1{40,}/g, (all, unit: string) => `[${unit}×${all.length / unit.length}]`)
