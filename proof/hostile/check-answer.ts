import { unzipSync } from 'fflate'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ErrorBody } from '../../contract/problem.ts'
import { checkReply } from '../../server/request/check-reply.ts'
import type { Request } from './requests.ts'
import { ANONYMOUS, AUTHOR } from './seed-rows.ts'
import type { Answer } from './send.ts'

/** What is wrong with an answer, or null. */
export function problemOf(
  { method, headers }: Request,
  endpoint: Endpoint | undefined,
  answer: Answer,
  secrets: ReadonlySet<string>,
): string | null {
  const { status, body } = answer
  const text = readable(answer)
  const everything = JSON.stringify(answer.headers) + text
  for (const secret of secrets)
    if (everything.includes(secret)) return `a secret of another member: ${around(everything, secret)}`
  if (status >= 500) return `status ${status}: ${text.slice(0, 300)}`
  if (status < 200 || (status >= 300 && status < 400 && status !== 304)) return `status ${status}`
  const isJson = String(answer.headers['content-type']).includes('json')
  if (isJson && text) {
    const json = parsed(text)
    if (json === undefined) return 'not JSON'
    const row = namedRow(json)
    if (row) return `an anonymous author: ${row}`
  }
  if (method === 'HEAD' || status === 304) return body.length > 0 ? 'a body where none is allowed' : null
  // Addresses outside the API are answered with a page, also with 404.
  if (status >= 400)
    return isJson || String(answer.headers['content-type']).includes('html')
      ? errorProblem(text, isJson)
      : `an error of type ${answer.headers['content-type']}`
  if (!endpoint || method !== endpoint.method || headers.expect) return null
  return replyProblem(endpoint, status, text)
}

function errorProblem(text: string, isJson: boolean): string | null {
  if (!isJson) return null
  const error = ErrorBody.strict().safeParse(parsed(text))
  if (!error.success) return `not our error body: ${text.slice(0, 300)}`
  return /node_modules|\.ts:\d|\bat \w+ \(|select .* from /i.test(error.data.error)
    ? `an inner detail: ${text.slice(0, 300)}`
    : null
}

function replyProblem(endpoint: Endpoint, status: number, text: string): string | null {
  if (status === 204 || endpoint.files.sends) return null
  if (status !== endpoint.status && !(status in (endpoint.files.also ?? {})))
    return `status ${status} is not in the contract`
  try {
    checkReply(endpoint, text)
    return null
  } catch (error) {
    return (error as Error).message.slice(0, 500)
  }
}

/** The text of an answer; of a ZIP file, that of its files. */
function readable({ headers, body }: Answer): string {
  if (headers['content-type'] !== 'application/zip') return body.toString()
  return Object.entries(unzipSync(body))
    .map(([name, bytes]) => name + Buffer.from(bytes).toString())
    .join('\n')
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const around = (text: string, part: string) =>
  text.slice(Math.max(0, text.indexOf(part) - 200), text.indexOf(part) + 100)

/** The first object that has both an anonymous text and its author. Rows within lists are objects of their own. */
function namedRow(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  if (!Array.isArray(value)) {
    const own = JSON.stringify(withoutLists(value))
    if (own.includes(ANONYMOUS) && own.includes(AUTHOR)) return own.slice(0, 500)
  }
  for (const part of Object.values(value)) {
    const row = namedRow(part)
    if (row) return row
  }
  return null
}

const withoutLists = (value: object): object =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => !Array.isArray(part))
      .map(([name, part]) => [name, typeof part === 'object' && part !== null ? withoutLists(part) : part]),
  )
