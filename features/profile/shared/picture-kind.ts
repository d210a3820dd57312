export const WRONG_KIND = 'Please choose a JPEG, PNG, WebP, GIF or AVIF picture.'

/** Number of bytes needed to detect the type. */
export const HEAD_BYTES = 12

/** The container of AVIF and HEIF, by its magic bytes. */
export const isHeif = (head: Uint8Array) => String.fromCharCode(...head.subarray(4, 8)) === 'ftyp'

/** Detects the type by magic bytes, not by name, before any decoder reads the file. Excludes SVG and others that browsers can show. */
export function isPicture(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES))
  const brand = text.slice(8)
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(text) ||
    (text.startsWith('RIFF') && brand === 'WEBP') ||
    (isHeif(head) && ['avif', 'avis', 'mif1'].includes(brand))
  )
}
