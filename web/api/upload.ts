import { type Endpoint, type Input, type Reply, request } from '../../contract/endpoint.ts'
import { ApiError, refused } from './errors.ts'
import { readReply } from './reply.ts'
import { trackWrite } from './writes-in-flight.ts'

export type Uploading = {
  onProgress: (percent: number) => void
  signal: AbortSignal
}

/** Sends a file as the request body and reports progress, which fetch cannot. `broken`: the message for a lost connection. */
export function upload<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  file: { content: File; type: string; broken: string },
  { onProgress, signal }: Uploading,
): Promise<Reply<E>> {
  const { url } = request(endpoint, input as Record<string, unknown>)
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(endpoint.method, url)
    xhr.setRequestHeader('content-type', file.type)
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(total ? (100 * loaded) / total : 0)
    xhr.onload = () => resolve({ status: xhr.status, body: xhr.responseText })
    xhr.onerror = () => reject(new ApiError(file.broken))
    xhr.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => xhr.abort())
    xhr.send(file.content)
  })
  return trackWrite(
    answer.then(({ status, body }) => {
      if (status < 200 || status > 299) throw refused(status, body)
      return readReply(endpoint, { status, body })
    }),
  )
}
