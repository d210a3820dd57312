import { request } from '../../../contract/endpoint.ts'
import { refused } from '../../../web/api/errors.ts'
import { countWrite } from '../../../web/api/under-way.ts'
import { ApiError } from '../../../web/api.ts'
import { type Resource, shareFile } from '../contract.ts'
import { TOO_LARGE } from '../shared/files.ts'

const BROKEN = 'The upload was interrupted. Nothing has been stored. Please check your connection and try again.'

type About = { title: string; description: string; category: never; resource_type: never }

/** Sends a file and tells how far it is, which fetch cannot. `signal` gives up. */
export function uploadFile(
  file: File,
  about: About,
  { onProgress, signal }: { onProgress: (percent: number) => void; signal: AbortSignal },
): Promise<Resource> {
  const { url } = request(shareFile, { ...about, name: file.name })
  const sent = new Promise<Resource>((done, fail) => {
    const sending = new XMLHttpRequest()
    sending.open('POST', url)
    sending.setRequestHeader('content-type', 'application/octet-stream')
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total ? (100 * loaded) / total : 0)
    sending.onload = () => {
      if (sending.status === 201) return done(JSON.parse(sending.responseText) as Resource)
      fail(sending.status === 413 ? new ApiError(TOO_LARGE) : refused(sending.status, sending.responseText))
    }
    sending.onerror = () => fail(new ApiError(BROKEN))
    sending.onabort = () => fail(signal.reason)
    signal.addEventListener('abort', () => sending.abort())
    sending.send(file)
  })
  return countWrite(sent)
}
