import { ApiError } from '../../../web/api/call.ts'
import { toast } from '../../../web/ui/toast.ts'
import { AVATAR_MOST_BYTES } from '../contract.ts'
import { HEAD_BYTES, isPicture, WRONG_KIND } from '../shared/picture-kind.ts'

const FAILED = ['Error uploading avatar', 'There was a problem uploading your profile picture.'] as const

/** The reason is added where there is one that helps. */
export const avatarFailed = (reason = '') => void toast.error(FAILED[0], [FAILED[1], reason].filter(Boolean).join(' '))

const TOO_LARGE = 'The file is larger than 5 MB.'

/** What the server would refuse anyway is not sent. */
export async function isRefusedAtOnce(file: File): Promise<boolean> {
  toast.dismissErrors()
  const reason = file.size > AVATAR_MOST_BYTES ? TOO_LARGE : (await isPictureFile(file)) ? '' : WRONG_KIND
  if (reason) avatarFailed(reason)
  return reason !== ''
}

/** A file that cannot be read (a folder that was dropped) is none. */
const isPictureFile = (file: File) =>
  file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .then(
      head => isPicture(new Uint8Array(head)),
      () => false,
    )

/** Only what the server says about the picture itself is a reason; its own troubles are not. */
export const reasonOf = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 ? error.message : ''
