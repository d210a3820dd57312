import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushMessage } from '../features/push/contract.ts'

/** A browser as the server sees it: its subscription at a push service, and what decrypts a message (RFC 8291, RFC 8188). */
export function newBrowser(origin = 'https://fcm.googleapis.com') {
  const keys = createECDH('prime256v1')
  const publicKey = keys.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint: `${origin}/send/${randomUUID()}`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    decrypt(body: Buffer): PushMessage {
      const salt = body.subarray(0, 16)
      const sender = body.subarray(21, 21 + (body[20] ?? 0))
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
      const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
      const derive = (purpose: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${purpose}\0`, bytes))
      const sealed = body.subarray(21 + sender.length)
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      decipher.setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
    },
  }
}
export type Browser = ReturnType<typeof newBrowser>

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** A push service on this machine. `answer` returns the status, or a location to redirect to. */
export async function startPushService() {
  const received: Received[] = []
  const service = { received, origin: '', answer: (): number | string => 201, close: () => void http.close() }
  const http = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
    const answer = service.answer()
    if (typeof answer === 'string') reply.writeHead(307, { location: answer }).end()
    else reply.writeHead(answer).end()
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  service.origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return Object.assign(service, {
    /** The messages that arrived for a browser, decrypted. */
    messagesTo: ({ subscription, decrypt }: Browser) =>
      received.filter(({ path }) => subscription.endpoint.endsWith(path)).map(({ body }) => decrypt(body)),
  })
}
