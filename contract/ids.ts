import { z } from 'zod'

const DIGITS = /^\d+$/
/** Of PostgreSQL's `integer`. */
const LARGEST = 2_147_483_647

/** In an address a number is text, and only plain decimal digits are one: JavaScript would also take '1e1', '0xA' and ' 10' for ten. */
const Whole = (most: number) =>
  z.preprocess(
    (said: number | string) => (typeof said === 'string' && DIGITS.test(said) ? Number(said) : said),
    z.int().min(1).max(most),
  )

export const Id = Whole(LARGEST)
/** How many rows of a list are asked for. Its default is a `prefault`: of any other the OpenAPI page would not know. */
export const Limit = (most = 500) => Whole(most)

/** The id that the address of a screen says. Zero, which no row has, where it says none. */
export const idIn = (said = '') => (DIGITS.test(said) && Number(said) <= LARGEST ? Number(said) : 0)
