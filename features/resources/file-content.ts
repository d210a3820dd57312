import type { FileExtension } from './shared/files.ts'
import { extensionOf } from './shared/files.ts'

/** Magic bytes of the file formats. */
const magicBytes: Record<string, Buffer[]> = {
  pdf: [Buffer.from('%PDF-')],
  office: [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
  zip: [Buffer.from('PK\x03\x04'), Buffer.from('PK\x05\x06')],
}
const kinds: Record<FileExtension, keyof typeof magicBytes | 'text'> = {
  pdf: 'pdf',
  doc: 'office',
  xls: 'office',
  ppt: 'office',
  docx: 'zip',
  xlsx: 'zip',
  pptx: 'zip',
  zip: 'zip',
  txt: 'text',
  csv: 'text',
  md: 'text',
}
/** The folder in the zip archive that identifies an Office document. */
const zipFolders: Partial<Record<FileExtension, string>> = { docx: 'word/', xlsx: 'xl/', pptx: 'ppt/' }

/** Error message if the content does not match the extension; otherwise null. */
export function contentProblem(name: string, bytes: Buffer): string | null {
  const extension = extensionOf(name)
  if (!extension) return null
  const kind = kinds[extension]
  const folder = zipFolders[extension]
  const isRight =
    kind === 'text'
      ? isText(bytes)
      : magicBytes[kind]?.some(start => bytes.subarray(0, start.length).equals(start)) &&
        (!folder || bytes.includes(folder))
  return isRight ? null : `This file is not what its name says: it does not look like a ${extension} file.`
}

/** Text has no zero bytes in the usual encodings, except UTF-16, which is recognised by its byte order mark. */
const isText = (bytes: Buffer) => !bytes.includes(0) || ['feff', 'fffe'].includes(bytes.toString('hex', 0, 2))
