/** A request as it is written to a socket: for load on this machine, so that the client uses little CPU. */
export type Asked = { method: string; path: string; cookie?: string; key?: string; body?: object }

export function bytesOf({ method, path, cookie, key, body }: Asked): string {
  const json = body ? JSON.stringify(body) : ''
  return (
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n` +
    (cookie ? `Cookie: ${cookie}\r\n` : '') +
    (key ? `Idempotency-Key: ${key}\r\n` : '') +
    (body ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n` : '') +
    (!body && method !== 'GET' ? 'Content-Length: 0\r\n' : '') +
    `\r\n${json}`
  )
}

/** The first answer in what was received, with its headers in lower case and the bytes after it; null while it is not complete. */
export function answerIn(received: Buffer): { status: number; headers: string; rest: Buffer } | null {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return null
  const headers = received.toString('latin1', 0, end).toLowerCase()
  const length = Number(/content-length: (\d+)/.exec(headers)?.[1] ?? 0)
  if (received.length < end + 4 + length) return null
  return { status: Number(headers.slice(9, 12)), headers, rest: received.subarray(end + 4 + length) }
}
