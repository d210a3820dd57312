import { type Uploading, upload } from '../../../web/api/upload.ts'
import { saveAvatar } from '../contract.ts'
import type { Crop } from './crop.ts'

export const uploadPicture = (content: File, crop: Crop, uploading: Uploading) =>
  upload(saveAvatar, crop, { content, type: content.type, broken: 'The upload was interrupted.' }, uploading)
