import { z } from 'zod'

const DIGITS = /^\d+$/
/** The maximum of PostgreSQL's `integer`. */
const MAX_INTEGER = 2_147_483_647

/** Numbers in a URL are text. Only decimal digits are accepted: JavaScript would also parse '1e1', '0xA' and ' 10' as ten. */
const WholeNumber = (max: number) =>
  z.preprocess(
    (value: number | string) => (typeof value === 'string' && DIGITS.test(value) ? Number(value) : value),
    z.int().min(1).max(max),
  )

export const Id = WholeNumber(MAX_INTEGER)
/** The page size of a list. Set its default with `prefault`, since the OpenAPI page does not show other defaults. */
export const Limit = (max = 500) => WholeNumber(max)

/** The id in the URL of a screen. Zero, which no row has, if it is missing or invalid. */
export const idIn = (text = '') => (DIGITS.test(text) && Number(text) <= MAX_INTEGER ? Number(text) : 0)
