import { type Endpoint, type Input, type Reply, request } from '../contract/endpoint.ts'
import { ApiError, refused } from './api/errors.ts'
import { countWrite } from './api/under-way.ts'

/**
 * Sends a file as the body of a request and tells how far it is, from 0 to 1. By XMLHttpRequest: fetch says nothing about the way up.
 */
export function upload<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  file: Blob,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<Reply<E>> {
  const { url } = request(endpoint, input as Record<string, unknown>)
  const sent = new Promise<Reply<E>>((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open(endpoint.method, url)
    sending.setRequestHeader('accept', 'application/json')
    sending.setRequestHeader('content-type', file.type || 'application/octet-stream')
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    sending.onload = () => {
      if (sending.status >= 300) return reject(refused(sending.status, sending.responseText))
      resolve(JSON.parse(sending.responseText) as Reply<E>)
    }
    sending.onerror = () =>
      reject(new ApiError('The server could not be reached. Please check your connection and try again.'))
    sending.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => sending.abort())
    sending.send(file)
  })
  return countWrite(sent)
}
