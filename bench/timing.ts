import type pg from 'pg'
import type { Community } from './community.ts'
import { quantile } from './measure.ts'
import type { Server } from './processes.ts'

const ROUNDS = 100

export const inWords = (count: number) => count.toLocaleString('en')

export type Work = () => Promise<void>

/** Takes turns, so that other load on the machine affects both. */
export async function medians(first: Work, second: Work, rounds = ROUNDS): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++)
    for (const [i, work] of [first, second].entries()) {
      const begin = performance.now()
      await work()
      // The first rounds fill caches.
      if (round >= rounds / 4) times[i]?.push(performance.now() - begin)
    }
  return [quantile(times[0], 0.5), quantile(times[1], 0.5)]
}

export async function ask(
  server: Server,
  { cookies: [cookie = ''] }: Community,
  method: string,
  path: string,
  body?: object,
) {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: { cookie, 'sec-fetch-site': 'same-origin', ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
}

export const countOf = async (owner: pg.Client, query: string) =>
  Number((await owner.query<{ count: string }>(query)).rows[0]?.count ?? 0)
