import { type Endpoint, type Input, type Reply, request } from '../../contract/endpoint.ts'
import { ApiError, refused } from './errors.ts'
import { readReply } from './reply.ts'
import { countWrite } from './under-way.ts'

export type Uploading = {
  onProgress: (percent: number) => void
  /** Gives up. */
  signal: AbortSignal
}

/** Sends a file as the whole body and tells how far it is, which fetch cannot. `broken`: what is said of a lost connection. */
export function upload<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  file: { content: File; type: string; broken: string },
  { onProgress, signal }: Uploading,
): Promise<Reply<E>> {
  const { url } = request(endpoint, input as Record<string, unknown>)
  const answer = new Promise<{ status: number; body: string }>((done, fail) => {
    const sending = new XMLHttpRequest()
    sending.open(endpoint.method, url)
    sending.setRequestHeader('content-type', file.type)
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total ? (100 * loaded) / total : 0)
    sending.onload = () => done({ status: sending.status, body: sending.responseText })
    sending.onerror = () => fail(new ApiError(file.broken))
    sending.onabort = () => fail(signal.reason)
    signal.addEventListener('abort', () => sending.abort())
    sending.send(file.content)
  })
  return countWrite(
    answer.then(({ status, body }) => {
      if (status < 200 || status > 299) throw refused(status, body)
      return readReply(endpoint, { status, body })
    }),
  )
}
