import fc, { type Arbitrary } from 'fast-check'
import { memberPages, publicPages } from '../../contract/page-addresses.ts'
import { hostileTexts, text } from './texts.ts'
import { fitting, type Known, type Schema, withRaw, wrong } from './values.ts'

export const callers = ['mallory', 'eve', 'unconfirmed', 'visitor', 'garbage'] as const
export type Caller = (typeof callers)[number]

export type Request = {
  caller: Caller
  /** The operation of the OpenAPI document, such as 'GET /api/posts/{id}'. */
  operation: string
  method: string
  /** With the query string. */
  path: string
  headers: Record<string, string>
  body?: string
}

type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
}
export type Document = { paths: Record<string, Record<string, Operation>> }

/** Requests for every operation of the document: valid, nearly valid, hostile; and for the pages. */
export function requestsFor(document: Document, known: Known): Arbitrary<Request> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => requestFor(method.toUpperCase(), path, operation, known)),
  )
  return fc.oneof({ weight: 12, arbitrary: fc.oneof(...operations) }, { weight: 1, arbitrary: pageRequest(known) })
}

const caller: Arbitrary<Caller> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Caller>('mallory') },
  { weight: 6, arbitrary: fc.constant<Caller>('eve') },
  { weight: 1, arbitrary: fc.constant<Caller>('unconfirmed') },
  { weight: 1, arbitrary: fc.constant<Caller>('visitor') },
  { weight: 1, arbitrary: fc.constant<Caller>('garbage') },
)

function requestFor(method: string, path: string, operation: Operation, known: Known): Arbitrary<Request> {
  const parameters = operation.parameters ?? []
  const pathParameters = parameters.filter(({ in: place }) => place === 'path')
  const parts = fc.record(
    Object.fromEntries(
      pathParameters.map(({ name, schema }) => [
        name,
        part(schema, known, path.split(`/{${name}}`)[0]?.split('/').at(-1)),
      ]),
    ),
  )
  const types = Object.entries(operation.requestBody?.content ?? {})
  return fc
    .record({
      caller,
      parts,
      query: queryOf(parameters, known),
      body: types.length > 0 ? bodyOf(types, known) : rarely(bodyOf([['application/json', {}]], known)),
      headers: headers(),
      odd: rarely(fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST', 'GET', 'TRACE', 'PROPFIND')),
      twist: rarely(fc.constantFrom('/', '//', '/.', '/..', '%2f', '%00', ';x', '.json', '/%2e%2e/%2e%2e/etc/passwd')),
    })
    .map(({ caller, parts, query, body, headers, odd, twist }) => ({
      caller,
      operation: `${method} ${path}`,
      method: odd ?? method,
      path: `${path.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '')}${twist ?? ''}${query}`,
      headers: { ...(body ? { 'content-type': body.type } : {}), ...headers },
      body: body?.text,
    }))
}

/** Undefined in 19 of 20 cases. */
const rarely = <T>(arbitrary: Arbitrary<T>) =>
  fc.oneof({ weight: 19, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

const encoded = (value: unknown) => encodeURIComponent(asText(value).toWellFormed())
/** String() throws for an object without a prototype, which fast-check makes too. */
const asText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(asText).join()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const garbageParts = [
  '%',
  '%zz',
  '%00',
  '%ff',
  '..%2f..%2fetc%2fpasswd',
  '1e1',
  '0',
  '-1',
  '1.0',
  'null',
  '9'.repeat(201),
]
const part = (schema: Schema, known: Known, name = '') =>
  fc.oneof(
    { weight: 14, arbitrary: fitting(schema, { ...known, isPlain: true }, name).map(encoded) },
    { weight: 1, arbitrary: fc.constantFrom(...garbageParts) },
    { weight: 1, arbitrary: fc.constantFrom(...hostileTexts).map(encoded) },
  )

const garbageQueries = [
  '?',
  '??&&==',
  '?limit=1&limit=2',
  '?limit[]=1',
  '?limit=1e1',
  '?q=%',
  '?q=%ff%fe',
  '?q=%00',
  '?__proto__=1&constructor=2&hasOwnProperty=3',
  '?q[__proto__][x]=1',
  `?${'a&'.repeat(2000)}`,
  `?q=${'('.repeat(3000)}`,
  '?after=bnVsbA',
  '?after=W10',
]
function queryOf(parameters: Parameter[], known: Known): Arbitrary<string> {
  const fields = parameters.filter(({ in: place }) => place === 'query')
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map(field => [field.name, field.schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  }
  const valid = fc
    .oneof(fitting(schema, { ...known, isPlain: true }), fitting(schema, { ...known, isPlain: false }))
    .map(values => Object.entries(Object(values)).map(([name, value]) => `${name}=${encoded(value)}`))
  const wrongField = fc
    .tuple(valid, fc.constantFrom(...fields.map(({ name }) => name), 'x'), wrong)
    .map(([pairs, name, value]) => [...pairs, `${name}=${encoded(value).slice(0, 8000)}`])
  const joined = (pairs: string[]) => (pairs.length > 0 ? `?${pairs.join('&')}` : '')
  return fc.oneof(
    { weight: 20, arbitrary: valid.map(joined) },
    { weight: fields.length > 0 ? 12 : 1, arbitrary: wrongField.map(joined) },
    { weight: 1, arbitrary: fc.constantFrom(...garbageQueries) },
  )
}

type Body = { type: string; text: string }
const otherTypes = [
  'text/plain',
  'text/html',
  'application/xml',
  'application/json; charset=utf-16',
  'multipart/form-data',
  '',
  'x',
]

function bodyOf(types: [string, { schema?: Schema }][], known: Known): Arbitrary<Body> {
  const [[type, { schema }]] = types as [[string, { schema?: Schema }]]
  if (!schema && !type.includes('json')) return fileOf(types.map(([name]) => name))
  const valid = fc.oneof(
    fitting(schema ?? {}, { ...known, isPlain: true }),
    fitting(schema ?? {}, { ...known, isPlain: false }),
  ) as Arbitrary<Record<string, unknown>>
  const names = Object.keys(schema?.properties ?? {})
  const nearly = fc
    .tuple(valid, fc.constantFrom(...names, 'extra'), wrong, fc.boolean())
    .map(([value, name, other, isMissing]) => ({
      ...Object(value),
      [name]: isMissing && names.length > 0 ? undefined : other,
    }))
  const json = fc
    .oneof({ weight: 8, arbitrary: valid }, { weight: 9, arbitrary: nearly })
    .map(value => withRaw(JSON.stringify(value)))
  const withKeys = fc
    .tuple(
      json,
      fc.constantFrom(
        '"__proto__":{"is_admin":true},',
        '"constructor":{"prototype":{"x":1}},',
        '"id":1,"id":2,',
        '"a":1,'.repeat(3000),
      ),
    )
    .map(([some, keys]) => some.replace('{', `{${keys}`))
  const text = fc.oneof(
    { weight: 16, arbitrary: json },
    { weight: 1, arbitrary: withKeys },
    { weight: 1, arbitrary: brokenJson },
  )
  return fc
    .tuple(text, rarely(fc.constantFrom(...otherTypes)))
    .map(([body, other]) => ({ type: other ?? 'application/json', text: body }))
}

const brokenJson = fc.oneof(
  fc.integer({ min: 1, max: 30_000 }).map(depth => '['.repeat(depth)),
  fc.integer({ min: 1, max: 15_000 }).map(depth => `${'['.repeat(depth)}${']'.repeat(depth)}`),
  fc.integer({ min: 1, max: 10_000 }).map(depth => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  fc.constantFrom(
    '',
    ' ',
    'null',
    '0',
    '"',
    '{',
    '{"a":}',
    '{"a":1,}',
    '\ufeff{}',
    'undefined',
    '[]',
    '"text"',
    '\u0000',
    'x'.repeat(70_000),
  ),
  text,
)

const starts = [
  '',
  '\u0089PNG\r\n\u001a\n',
  'GIF89a',
  '\u00ff\u00d8\u00ff\u00e0',
  'RIFF0000WEBPVP8 ',
  '%PDF-1.4\n',
  'PK\u0003\u0004',
  '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
  '<!doctype html><script>1</script>',
  'MZ',
]
const fileOf = (types: string[]) =>
  fc
    .tuple(
      fc.constantFrom(...types.map(type => (type === '*/*' ? 'application/octet-stream' : type)), ...otherTypes),
      fc.constantFrom(...starts),
      fc.string({ maxLength: 200 }),
    )
    .map(([type, start, rest]) => ({ type, text: start + rest }))

const headers = (): Arbitrary<Record<string, string>> =>
  fc.oneof(
    { weight: 24, arbitrary: fc.constant({}) },
    {
      weight: 3,
      arbitrary: fc.constantFrom<Record<string, string>>(
        { 'idempotency-key': 'a'.repeat(36) },
        { 'idempotency-key': 'one key for everything' },
        { 'idempotency-key': 'x'.repeat(5000) },
        { 'idempotency-key': "'; drop table idempotency_keys; --" },
        { 'if-none-match': '*' },
        { 'if-none-match': `"${'x'.repeat(4000)}"` },
        { range: 'bytes=0-0,1-1,2-2' },
        { range: 'bytes=-99999999999999999999' },
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
        { 'x-forwarded-for': "1.2.3.4, ' or 1=1" },
        { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
        { 'x-http-method-override': 'DELETE' },
        { authorization: 'Bearer x.y.z' },
        { 'user-agent': '\u00ff<script>alert(1)</script>'.repeat(40) },
        { 'accept-language': 'x'.repeat(5000) },
        { accept: 'application/xml' },
        { 'last-event-id': '9'.repeat(300) },
        { 'content-encoding': 'gzip' },
        { expect: '200-maybe' },
      ),
    },
  )

function pageRequest(known: Known): Arbitrary<Request> {
  return fc
    .record({
      caller,
      page: fc.constantFrom(
        ...publicPages,
        ...memberPages,
        '/nothing',
        '/%61pi/posts',
        '/assets/..%2f..%2fpackage.json',
        '/.env',
      ),
      id: part({ type: 'integer' }, known, 'id'),
      query: fc.dictionary(
        fc.constantFrom('q', 'tab', 'member', 'event', 'investor', 'request', 'category', 'sort', 'edit', 'x'),
        text,
        { maxKeys: 3 },
      ),
      headers: headers(),
    })
    .map(({ caller, page, id, query, headers }) => ({
      caller,
      operation: 'GET /*',
      method: 'GET',
      path: `${page.replace(':id', id)}?${Object.entries(query)
        .map(([name, value]) => `${name}=${encoded(value)}`)
        .join('&')}`,
      headers,
    }))
}
