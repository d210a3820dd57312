import { expect, onTestFinished } from 'vitest'
import { sql } from '../database/connection/sql.ts'
import { createTopic } from '../features/forum/contract.ts'
import { openStream } from './server/stream.ts'
import type { Member, TestServer } from './test-server.ts'

/** Every answer, byte for byte. Only what differs between any two requests is left out: the time, the id of the request, the sealed position of the stream. */
export async function fetched(member: Member, paths: string[]): Promise<Record<string, string>> {
  const all: Record<string, string> = {}
  for (const path of paths) {
    const { status, headers, text } = await member.asks('GET', path)
    const { date, 'x-request-id': _, ...rest } = headers
    const body = text
      .replace(/"live":"[^"]*"/, '')
      .replace(/"expires_in":\d+/, '')
      .replace(/nonce="[^"]*"/g, '')
    all[path] = JSON.stringify({ status, headers: path.startsWith('/api') ? rest : {}, body })
  }
  return all
}

/** What a member can fetch, and the kinds of changes in their stream, before and after an act. `marker` is another member. */
export async function compared(
  {
    server,
    url,
    member,
    marker,
    paths,
  }: { server: TestServer; url: string; member: Member; marker: Member; paths: string[] },
  act: () => Promise<unknown>,
) {
  const stream = await openStream(url, member.cookies)
  onTestFinished(() => stream.close())
  await expect.poll(() => stream.messages.length, { timeout: 10_000 }).toBeGreaterThan(0)
  /** A change that the member gets: everything before it has arrived. Returns the number of messages: in one of them, private changes come last. */
  const marked = async () => {
    const { id } = await marker.does(createTopic, { title: 'A mark', content: 'Text' })
    const hasMark = () =>
      stream.messages.findIndex(({ changes }) => changes.some(change => 'id' in change && change.id === id))
    await expect.poll(hasMark, { timeout: 10_000 }).toBeGreaterThanOrEqual(0)
    await server.owner.run(sql`delete from posts where id = ${id}`)
    return hasMark() + 1
  }
  const before = await fetched(member, paths)
  expect(Object.values(before).filter(answer => !answer.startsWith('{"status":200'))).toEqual([])
  expect(await fetched(member, paths)).toEqual(before)
  const from = await marked()
  await act()
  const after = await fetched(member, paths)
  const messages = stream.messages.slice(from, await marked())
  const kinds = messages.flatMap(({ changes }) => changes.map(change => change.kind))
  const different = paths.filter(path => before[path] !== after[path])
  return { before, after, different, kinds: [...new Set(kinds)] }
}
