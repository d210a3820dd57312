import { Refusal, unavailable } from '../../server/request/errors.ts'
import { isPicture, WRONG_KIND } from './shared/picture-kind.ts'

/** Where a picture is cut: the middle of a square as parts of width and height, and how far it is zoomed in. */
export type Cut = { x?: number; y?: number; zoom?: number }

const MOST_PIXELS = 25_000_000
/** What WebP itself ends at. A picture of one row and millions of columns needs many times the memory and time of a square one. */
const LONGEST_SIDE = 16_383
const LARGE = 384
const SMALL = 96
const MOST_WAITING = 4

const wrongKind = () => new Refusal(415, WRONG_KIND)
const tooLarge = () => new Refusal(413, 'The picture has too many pixels: 25 million are the most.')
const tooLong = () => new Refusal(413, 'The picture is too long: 16,383 pixels are the most on a side.')
const damaged = () => new Refusal(400, 'The picture is damaged and could not be read.')

/**
 * A picture as members send it becomes two square WebP pictures: decoded and drawn anew, so that nothing of the file but its
 * pixels is left, no place where it was taken and nothing hidden behind the image.
 */
export const makePictures = (file: Buffer, cut: Cut) => inTurn(() => draw(file, cut))

async function draw(file: Buffer, { x = 0.5, y = 0.5, zoom = 1 }: Cut): Promise<{ large: Buffer; small: Buffer }> {
  if (!isPicture(file)) throw wrongKind()
  // Loaded with the first picture: at rest the server does without its 40 MB.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const options = { limitInputPixels: MOST_PIXELS, failOn: 'error' } as const
  try {
    const { width, height } = (await sharp(file, options).metadata()).autoOrient
    if (Math.max(width, height) > LONGEST_SIDE) throw tooLong()
    const side = Math.max(1, Math.round(Math.min(width, height) / zoom))
    const square = await sharp(file, options)
      .autoOrient()
      .extract({ left: begin(x, width, side), top: begin(y, height, side), width: side, height: side })
      .resize(LARGE, LARGE)
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixels = () => sharp(square.data, { raw: square.info })
    return {
      large: await pixels().webp({ quality: 82 }).toBuffer(),
      small: await pixels().resize(SMALL, SMALL).webp({ quality: 82 }).toBuffer(),
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw /pixel limit/.test(String(error)) ? tooLarge() : damaged()
  }
}

const begin = (middle: number, whole: number, side: number) =>
  Math.min(Math.max(Math.round(middle * whole - side / 2), 0), whole - side)

let running = false
const waiting: (() => void)[] = []

/** One picture at a time and a short queue: decoding takes up to 250 MB, and 450 for AVIF. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running) {
    if (waiting.length >= MOST_WAITING) throw unavailable()
    await new Promise<void>(resolve => waiting.push(resolve))
  } else running = true
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running = false
  }
}
