import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { lookUpPublic, type PushAddress } from './addresses.ts'

const TIMEOUT_MS = 10_000

/** Posts a message and resolves to the status. Follows no redirect, and does not read the answer. */
export const postMessage = ({ url, isNamed }: PushAddress, headers: Record<string, unknown>, body: Buffer) =>
  new Promise<number>((resolve, reject) => {
    const send = url.protocol === 'http:' ? httpRequest : httpsRequest
    const options = {
      method: 'POST',
      headers: headers as Record<string, string>,
      // A connection of its own: a kept one would skip the look-up.
      agent: false as const,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(isNamed ? {} : { lookup: lookUpPublic }),
    }
    const request = send(url, options, answer => {
      resolve(answer.statusCode ?? 0)
      answer.destroy()
    })
    request.on('error', reject)
    request.end(body)
  })
