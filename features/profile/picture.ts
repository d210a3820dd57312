import { Refusal, unavailable } from '../../server/request/errors.ts'
import { isHeif, isPicture, WRONG_KIND } from './shared/picture-kind.ts'

/** The crop square: its centre as fractions of width and height, and the zoom. */
type Crop = { x?: number; y?: number; zoom?: number }

const MAX_PIXELS = 25_000_000
/** AVIF takes ten times as long to decode as the others: a file of 843 bytes with 25 megapixels kept everybody waiting for up to 5 s. A phone's photo has 12.2 megapixels. */
const MAX_HEIF_PIXELS = 12_500_000
/** The limit of WebP. A very long, narrow picture needs far more memory and time than a square one with the same pixels. */
const MAX_SIDE_PIXELS = 16_383
const LARGE_PIXELS = 384
const SMALL_PIXELS = 96
const MAX_QUEUED = 4

const wrongKind = () => new Refusal(415, WRONG_KIND)
const tooLarge = (most: number) =>
  new Refusal(
    413,
    most === MAX_PIXELS
      ? 'The picture has too many pixels: 25 million are the most.'
      : 'The picture has too many pixels: 12.5 million are the most for AVIF.',
  )
const tooLong = () => new Refusal(413, 'The picture is too long: 16,383 pixels are the most on a side.')
const damaged = () => new Refusal(400, 'The picture is damaged and could not be read.')

/**
 * Converts an upload into two square WebP pictures. Decoding and encoding again removes all metadata, such as the location, and any
 * data appended to the file. `member`: whose picture it is.
 */
export const makePictures = (file: Buffer, crop: Crop, member: string) => inTurn(member, () => draw(file, crop))

async function draw(file: Buffer, { x = 0.5, y = 0.5, zoom = 1 }: Crop): Promise<{ large: Buffer; small: Buffer }> {
  if (!isPicture(file)) throw wrongKind()
  // Lazy import: sharp takes 40 MB of memory.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const most = isHeif(file) ? MAX_HEIF_PIXELS : MAX_PIXELS
  const options = { limitInputPixels: most, failOn: 'error' } as const
  try {
    const { width, height } = (await sharp(file, options).metadata()).autoOrient
    if (Math.max(width, height) > MAX_SIDE_PIXELS) throw tooLong()
    const side = Math.max(1, Math.round(Math.min(width, height) / zoom))
    const square = await sharp(file, options)
      .autoOrient()
      .extract({ left: startOf(x, width, side), top: startOf(y, height, side), width: side, height: side })
      .resize(LARGE_PIXELS, LARGE_PIXELS)
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixels = () => sharp(square.data, { raw: square.info })
    return {
      large: await pixels().webp({ quality: 82 }).toBuffer(),
      small: await pixels().resize(SMALL_PIXELS, SMALL_PIXELS).webp({ quality: 82 }).toBuffer(),
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw /pixel limit/.test(String(error)) ? tooLarge(most) : damaged()
  }
}

const startOf = (centre: number, length: number, side: number) =>
  Math.min(Math.max(Math.round(centre * length - side / 2), 0), length - side)

let running = false
const waiting: { member: string; begin: () => void }[] = []

/**
 * Mutex with a short queue: decoding takes up to 250 MB of memory. One member waits with one picture only, so that nobody
 * fills the queue alone, not even by closing connections, which frees their places as uploads.
 */
async function inTurn<T>(member: string, work: () => Promise<T>): Promise<T> {
  if (running) {
    if (waiting.length >= MAX_QUEUED || waiting.some(other => other.member === member)) throw unavailable()
    await new Promise<void>(begin => waiting.push({ member, begin }))
  } else running = true
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next.begin()
    else running = false
  }
}
