import { ApiError } from '../../../web/api/call.ts'
import { type Uploading, upload } from '../../../web/api/upload.ts'
import { type Resource, shareFile } from '../contract.ts'
import { TOO_LARGE } from '../shared/files.ts'

const broken = 'The upload was interrupted. Nothing has been stored. Please check your connection and try again.'

type About = { title: string; description: string; category: never; resource_type: never }

export async function uploadFile(content: File, about: About, uploading: Uploading): Promise<Resource> {
  const file = { content, type: 'application/octet-stream', broken }
  try {
    return await upload(shareFile, { ...about, name: content.name }, file, uploading)
  } catch (error) {
    throw error instanceof ApiError && error.status === 413 ? new ApiError(TOO_LARGE) : error
  }
}
