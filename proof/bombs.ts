import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** An upload that must be refused, or be harmless once it is stored. */
export type Bomb = {
  name: string
  path: string
  method: 'PUT' | 'POST'
  type: string
  body: Buffer
  isRefused: boolean
}

const SCRIPT = '<script>window.hacked=1</script>'

/** Small files that grow when they are decoded, pictures that are also pages, and types that browsers run. */
export async function bombs(): Promise<Bomb[]> {
  const picture = (name: string, type: string, body: Buffer, isRefused = true): Bomb => ({
    ...{ name, type, body, isRefused },
    path: '/api/profile/avatar',
    method: 'PUT',
  })
  const file = (name: string, body: Buffer): Bomb => ({
    ...{ name, body, isRefused: true },
    path: `/api/resource-files?title=File&name=${encodeURIComponent(name)}`,
    method: 'POST',
    type: 'application/octet-stream',
  })
  const small = sharp({ create: { width: 64, height: 64, channels: 3, background: '#125a8b' } })
  const [png, gif, jpeg] = await Promise.all([small.png().toBuffer(), small.gif().toBuffer(), small.jpeg().toBuffer()])
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`)
  const page = Buffer.from(`<!doctype html>${SCRIPT}`)
  const avif = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#125a8b' } })
    .avif({ effort: 0, quality: 1 })
    .toBuffer()
  return [
    picture('a PNG of 400 megapixels in 50 KB', 'image/png', blankPng(20_000, 20_000)),
    picture('a PNG that claims 4 billion pixels', 'image/png', blankPng(65_535, 65_535, 1)),
    picture('an AVIF of 25 megapixels in 1 KB', 'image/avif', avif),
    picture('a GIF that claims 4 billion pixels', 'image/gif', withSize(gif, 6), false),
    picture('a JPEG cut in half', 'image/jpeg', jpeg.subarray(0, jpeg.length / 2)),
    picture('SVG', 'image/svg+xml', svg),
    picture('SVG as PNG', 'image/png', svg),
    picture('a page as GIF', 'image/gif', Buffer.concat([Buffer.from('GIF89a/*'), page])),
    picture('6 MB of zeros as JPEG', 'image/jpeg', Buffer.alloc(6 * 2 ** 20)),
    picture('a PNG with a text chunk of 100 MB', 'image/png', withTextChunk(png), false),
    picture('a PNG with a page at its end', 'image/png', Buffer.concat([png, page]), false),
    picture('a JPEG with a page in its comment', 'image/jpeg', withComment(jpeg, page), false),
    file('page.html', page),
    file('picture.svg', svg),
    file('page.pdf', page),
    file('notes.pdf.html', page),
    file('../../escape.html', page),
    file('picture.png', page),
    file('program.exe', Buffer.from('MZ')),
  ]
}

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** One bit per pixel, all zero. */
function blankPng(width: number, height: number, rows = height): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const pixels = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(width / 8))))
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

const SIGNATURE = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')
/** Signature and IHDR. */
const PNG_HEAD = 8 + 25

const withTextChunk = (png: Buffer) => {
  const text = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(100 * 2 ** 20))])
  return Buffer.concat([png.subarray(0, PNG_HEAD), chunk('zTXt', text), png.subarray(PNG_HEAD)])
}

const withSize = (gif: Buffer, at: number) => {
  const large = Buffer.from(gif)
  large.fill(0xff, at, at + 4)
  return large
}

const withComment = (jpeg: Buffer, text: Buffer) => {
  const head = Buffer.from([0xff, 0xfe, (text.length + 2) >> 8, (text.length + 2) & 0xff])
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)])
}
