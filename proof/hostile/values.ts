import fc, { type Arbitrary } from 'fast-check'
import { hostileTexts, plain, repeated, text } from './texts.ts'

/** The part of JSON Schema that our OpenAPI document uses. */
export type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  propertyNames?: Schema
  additionalProperties?: Schema | boolean
}

/** Ids of rows that exist, by the noun in the path, such as 'posts'; and a password that is right. */
export type Known = { ids: Record<string, number[]>; uuids: string[]; password: string }
/** `isPlain`: ordinary texts, which are accepted. */
type Given = Known & { isPlain: boolean }

/** Values that fit a field's schema. Its name tells what the schema does not: a date, an address, a password, the kind of row. */
export function fitting(schema: Schema, known: Given, name = ''): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return fc.oneof(...choices.map(choice => fitting(choice, known, name)))
  const [type, ...others] = [schema.type ?? []].flat()
  if (others.length > 0)
    return fc.oneof(...[type, ...others].map(one => fitting({ ...schema, type: one }, known, name)))
  if (type === 'object') return objectOf(schema, known)
  if (type === 'array')
    return fc.array(fitting(schema.items ?? {}, known, name), { maxLength: Math.min(schema.maxItems ?? 6, 12) })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'integer') return wholeNumber(schema, known, name)
  if (type === 'number') return fc.double({ min: schema.minimum ?? -10, max: schema.maximum ?? 10, noNaN: true })
  if (type === 'string') return textOf(schema, known, name)
  return fc.oneof(wholeNumber({}, known, name), text, fc.boolean())
}

function objectOf({ properties = {}, required = [], propertyNames, additionalProperties }: Schema, known: Given) {
  if (propertyNames?.enum && typeof additionalProperties === 'object')
    return fc.dictionary(fc.constantFrom(...(propertyNames.enum as string[])), fitting(additionalProperties, known), {
      maxKeys: 4,
    })
  const left = Object.entries(properties).filter(
    ([name]) => !known.isPlain || required.includes(name) || !refusable.has(name),
  )
  const fields = Object.fromEntries(left.map(([name, schema]) => [name, fitting(schema, known, name)]))
  return fc.record(fields, { requiredKeys: required.filter(name => name in fields) })
}

/** Optional fields that must agree with the address, the session or the stored row. */
export const refusable = new Set(['id', 'user_id', 'post_id', 'version', 'after', 'likes_count'])

const wholeNumber = ({ minimum = 1, maximum = 2_147_483_647 }: Schema, { ids, isPlain }: Given, name: string) => {
  const clamped = (value: number) => Math.min(maximum, Math.max(minimum, value))
  const some = ids[name] ?? Object.values(ids).flat()
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...some).map(clamped) },
    { weight: isPlain ? 0 : 2, arbitrary: fc.constantFrom(minimum, minimum + 1, maximum, maximum - 1) },
    { weight: 1, arbitrary: fc.integer({ min: Math.max(minimum, -5), max: Math.min(maximum, 600) }) },
  )
}

function textOf(schema: Schema, { uuids, password, isPlain }: Given, name: string): Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 20_000 } = schema
  const accepted = isPlain ? plainTexts[name] : undefined
  if (accepted) return fc.constant(accepted)
  const orHostile = (arbitrary: Arbitrary<string>) =>
    isPlain ? arbitrary : fc.oneof({ weight: 5, arbitrary }, { weight: 1, arbitrary: text })
  const free = isPlain ? plain : text
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...uuids), fc.uuid())
  if (format === 'date-time') return moment.map(date => date.toISOString())
  if (/date$/.test(name)) return orHostile(moment.map(date => date.toISOString().slice(0, 10)))
  if (/email/.test(name)) return isPlain ? fc.uuid().map(id => `${id}@example.com`) : orHostile(fc.emailAddress())
  if (/password/.test(name)) return fc.oneof(fc.constant(password), fc.string({ minLength: 8, maxLength: 256 }), free)
  if (name === 'after') return cursor
  if (/url|link|website|github|twitter|linkedin/.test(name)) return orHostile(fc.webUrl())
  if (pattern) return orHostile(fc.stringMatching(new RegExp(pattern)))
  const long = fc.constantFrom(minLength, maxLength, maxLength - 1).chain(length => exactly(Math.max(0, length)))
  return fc.oneof(
    { weight: 12, arbitrary: free.map(some => some.slice(0, maxLength).padEnd(minLength, 'x')) },
    { weight: 1, arbitrary: long },
  )
}

const plainTexts: Record<string, string> = {
  twitter_handle: '@founder',
  twitter: '@founder',
  linkedin: 'https://www.linkedin.com/in/founder',
  linkedin_url: 'https://www.linkedin.com/in/founder',
  github: 'founder',
  phone: '312 555 0100',
  target_email: 'jolene@example.com',
}

const moment = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
const exactly = (length: number) => repeated(Math.max(1, length)).map(some => some.slice(0, length).padEnd(length, 'x'))

/** The cursors of lists are JSON in base64url. */
const cursor = fc.oneof(
  fc
    .array(fc.oneof(fc.integer(), text, moment.map(String), fc.double(), fc.uuid(), fc.constant(null)), {
      maxLength: 5,
    })
    .map(values => Buffer.from(JSON.stringify(values)).toString('base64url')),
  fc.base64String({ maxLength: 2000 }),
  text,
)

/** A value that JSON.stringify cannot write: `withRaw` puts it into the text. */
const RAW = '\u0001raw:'
export const withRaw = (json: string) => json.replace(/"\\u0001raw:([^"]*)"/g, '$1')
const raw = fc
  .constantFrom('1e400', '-1e400', '-0', '1e-400', '9007199254740993', '123456789012345678901234567890', '1.5', '0.1e1')
  .map(number => RAW + number)

/** What no schema expects. */
export const wrong: Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(...hostileTexts) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, '', [], {}, [[]], [null], { $ne: 1 }),
  },
  { weight: 3, arbitrary: raw },
  { weight: 2, arbitrary: fc.integer() },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: repeated(60_000) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom<unknown>(1, 'a', null), { minLength: 100, maxLength: 2000 }) },
)
