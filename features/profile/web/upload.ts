import { request } from '../../../contract/endpoint.ts'
import { refused } from '../../../web/api/errors.ts'
import { countWrite } from '../../../web/api/under-way.ts'
import { ApiError } from '../../../web/api.ts'
import { type Profile, saveAvatar } from '../contract.ts'
import type { Crop } from './crop.ts'

/** Sends a picture and tells how far it is, which fetch cannot. `signal` gives up. */
export function uploadPicture(
  file: File,
  crop: Crop,
  { onProgress, signal }: { onProgress: (percent: number) => void; signal: AbortSignal },
): Promise<Profile> {
  const { url } = request(saveAvatar, crop)
  const sent = new Promise<Profile>((done, fail) => {
    const sending = new XMLHttpRequest()
    sending.open(saveAvatar.method, url)
    sending.setRequestHeader('content-type', file.type)
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total ? (100 * loaded) / total : 0)
    sending.onload = () => {
      if (sending.status === 200) return done(JSON.parse(sending.responseText) as Profile)
      fail(refused(sending.status, sending.responseText))
    }
    sending.onerror = () => fail(new ApiError('The upload was interrupted.'))
    sending.onabort = () => fail(signal.reason)
    signal.addEventListener('abort', () => sending.abort())
    sending.send(file)
  })
  return countWrite(sent)
}
