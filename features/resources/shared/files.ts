/** Accepted files of the library, and functions on their names. */
export const MAX_BYTES = 20 * 1024 * 1024

export const acceptedTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  zip: 'application/zip',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
} as const
export type FileExtension = keyof typeof acceptedTypes

export const acceptedExtensions = Object.keys(acceptedTypes) as FileExtension[]

export const WRONG_TYPE = `This type of file is not accepted. Accepted are ${acceptedExtensions.join(', ')}.`
export const EMPTY = 'The file is empty.'
export const TOO_LARGE = 'The file is larger than 20 MB.'

/** The extension of an accepted file; otherwise null. */
export function extensionOf(name: string): FileExtension | null {
  const [, extension = ''] = /\.([a-z0-9]+)$/i.exec(name) ?? []
  return acceptedExtensions.find(accepted => accepted === extension.toLowerCase()) ?? null
}

/**
 * Removes invisible characters from a file name: control characters and bidirectional overrides, with which
 * 'invoice[U+202E]fdp.zip' is displayed as 'invoicepiz.pdf'.
 */
export const plainName = (name: string) =>
  name.replace(/[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu, '')

/** Error message of a file, checked before the upload; otherwise null. */
export function problemOf({ name, size }: { name: string; size: number }): string | null {
  if (!extensionOf(name)) return WRONG_TYPE
  if (size === 0) return EMPTY
  return size > MAX_BYTES ? TOO_LARGE : null
}

const fileTypes = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'zip', 'txt']

/** The file type from the extension of a URL without its query string; null if unknown. */
export function fileTypeOf(url: string): string | null {
  const [, extension = ''] = /\.([a-z0-9]+)$/i.exec(url.split(/[?#]/)[0] ?? '') ?? []
  return fileTypes.find(type => type === extension.toLowerCase()) ?? null
}

/** A file of ours; every other address is a link to another site, however its scheme is written. */
export const isDownloadable = (url: string) => url.startsWith('/api/')

export const sizeInWords = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
