import type { FileExtension } from './shared/files.ts'
import { extensionOf } from './shared/files.ts'

/** A name is easily changed; the first bytes of a file say what it really is. */
const starts: Record<string, Buffer[]> = {
  pdf: [Buffer.from('%PDF-')],
  office: [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
  zip: [Buffer.from('PK\x03\x04'), Buffer.from('PK\x05\x06')],
}
const kinds: Record<FileExtension, keyof typeof starts | 'text'> = {
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
/** The part that makes a zip file a document of this kind. */
const parts: Partial<Record<FileExtension, string>> = { docx: 'word/', xlsx: 'xl/', pptx: 'ppt/' }

/** What is wrong with a file's content for its name; null when it is what it says. */
export function contentProblem(name: string, bytes: Buffer): string | null {
  const extension = extensionOf(name)
  if (!extension) return null
  const kind = kinds[extension]
  const part = parts[extension]
  const isRight =
    kind === 'text'
      ? isText(bytes)
      : starts[kind]?.some(start => bytes.subarray(0, start.length).equals(start)) && (!part || bytes.includes(part))
  return isRight ? null : `This file is not what its name says: it does not look like a ${extension} file.`
}

/** Text in any of the usual encodings has no zero bytes, except UTF-16, which says so at its start. */
const isText = (bytes: Buffer) => !bytes.includes(0) || ['feff', 'fffe'].includes(bytes.toString('hex', 0, 2))
