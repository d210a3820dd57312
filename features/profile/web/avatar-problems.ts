import { ApiError } from '../../../web/api/call.ts'
import { toast } from '../../../web/ui/toast.ts'
import { AVATAR_MOST_BYTES } from '../contract.ts'
import { HEAD_BYTES, isPicture, WRONG_KIND } from '../shared/picture-kind.ts'

const FAILED = ['Error uploading avatar', 'There was a problem uploading your profile picture.'] as const

/** Shows the error toast, with the reason if there is one. */
export const avatarFailed = (reason = '') => void toast.error(FAILED[0], [FAILED[1], reason].filter(Boolean).join(' '))

const TOO_LARGE = 'The file is larger than 5 MB.'

/** Checks in the browser what the server would refuse, before the upload. */
export async function isRefusedAtOnce(file: File): Promise<boolean> {
  toast.dismissErrors()
  const reason = file.size > AVATAR_MOST_BYTES ? TOO_LARGE : (await isPictureFile(file)) ? '' : WRONG_KIND
  if (reason) avatarFailed(reason)
  return reason !== ''
}

/** False for a file that cannot be read, such as a dropped folder. */
const isPictureFile = (file: File) =>
  file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .then(
      head => isPicture(new Uint8Array(head)),
      () => false,
    )

/** The reason for a 4xx error, which is about the picture; none for an error of the server. */
export const reasonOf = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 ? error.message : ''
