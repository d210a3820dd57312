import { ApiError } from '../../../web/api.ts'
import { toast } from '../../../web/ui/toast.ts'
import { AVATAR_MOST_BYTES } from '../contract.ts'

const FAILED = ['Error uploading avatar', 'There was a problem uploading your profile picture.'] as const

/** The reason is added where there is one that helps. */
export const avatarFailed = (reason = '') => void toast.error(FAILED[0], [FAILED[1], reason].filter(Boolean).join(' '))

export const WRONG_KIND = 'Please choose a JPEG, PNG, WebP, GIF or AVIF picture.'
const TOO_LARGE = 'The file is larger than 5 MB.'

/** What the server would refuse anyway is not sent. */
export function refuseAtOnce(file: File): boolean {
  toast.dismissErrors()
  const reason = file.size > AVATAR_MOST_BYTES ? TOO_LARGE : file.type.startsWith('image/') ? '' : WRONG_KIND
  if (reason) avatarFailed(reason)
  return reason !== ''
}

/** Only what the server says about the picture itself is a reason; its own troubles are not. */
export const reasonOf = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 ? error.message : ''
