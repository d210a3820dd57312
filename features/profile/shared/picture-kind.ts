export const WRONG_KIND = 'Please choose a JPEG, PNG, WebP, GIF or AVIF picture.'

/** So many bytes tell what kind of file it is. */
export const HEAD_BYTES = 12

/** By its first bytes, whatever its name says and before any decoder sees it: a browser would show SVG too, and more. */
export function isPicture(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES))
  const brand = text.slice(8)
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(text) ||
    (text.startsWith('RIFF') && brand === 'WEBP') ||
    (text.slice(4, 8) === 'ftyp' && ['avif', 'avis', 'mif1'].includes(brand))
  )
}
