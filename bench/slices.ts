import { setTimeout as sleep } from 'node:timers/promises'
import type { Embedded } from '../database/embedded.ts'
import type { Bench, Case } from './bench.ts'
import { type Community, makeMembers, startProduct, withCommunity } from './community.ts'
import { measure, sameAnswer, warmUp } from './measure.ts'
import { launch, memoryOf, type Server } from './processes.ts'
import { row, title } from './table.ts'

/** Each connection of the load is another member. */
const SESSIONS = 64

/** The requests of a slice beside the limit on the same SQL in the same run, and against growth. */
export async function benchSlice(embedded: Embedded, bench: Bench): Promise<number> {
  const p50 = new Map<string, number[]>()
  let measured: Case[] = []
  let missed = 0
  for (const size of bench.sizes)
    await withCommunity(embedded, `${bench.slice}_${size}`, async community => {
      const { owner } = community
      const cookies = await makeMembers(owner, SESSIONS)
      await bench.seed(owner, size)
      await owner.query('vacuum analyze')
      measured = Array.isArray(bench.cases) ? bench.cases : await bench.cases(owner, size)
      title(`${bench.slice}, ${size.toLocaleString('en')} rows, ours ÷ limit`)
      missed += await runCases(measured, community, cookies, p50)
    })
  for (const [name, [small, ...rest]] of p50) {
    const large = rest.at(-1)
    if (small === undefined || large === undefined) continue
    const most = measured.find(one => one.name === name)?.growth
    const growth = large / small
    if (most !== undefined && growth > most) missed++
    console.log(
      `  growth of p50, ${name}: ${growth.toFixed(2)}${most ? ` (at most ${most}) ${growth <= most ? 'met' : 'MISSED'}` : ''}`,
    )
  }
  return missed
}

async function runCases(
  cases: Case[],
  community: Community,
  cookies: string[],
  p50: Map<string, number[]>,
): Promise<number> {
  const product = await startProduct(community)
  try {
    const bare = launch('limit.ts')
    bare.tell({ url: community.urls.owner, statements: cases.map(one => one.limit) })
    const limit = await bare.served()
    try {
      console.log(`  the server at rest: ${memoryOf(product.pid).toFixed(0)} MB`)
      return await compare(cases, product, limit, cookies, p50)
    } finally {
      await limit.stop()
    }
  } finally {
    await product.stop()
  }
}

async function compare(
  cases: Case[],
  product: Server,
  limit: Server,
  cookies: string[],
  p50: Map<string, number[]>,
): Promise<number> {
  let missed = 0
  if (cases[0]) await warmUp(cases[0], product, limit, cookies)
  for (const [index, one] of cases.entries()) {
    await sameAnswer(one, index, product, limit, cookies)
    for (const connections of [1, 32]) {
      const { ours, theirs } = await measure(one, index, product, limit, cookies, connections)
      const ratio = ours.perSecond / theirs.perSecond
      const isMissed = connections === 32 && one.goal !== undefined && ratio < one.goal
      if (isMissed) missed++
      if (connections === 1) p50.set(one.name, [...(p50.get(one.name) ?? []), ours.p50])
      row(one, connections, ours, theirs, ratio, isMissed)
    }
    await sleep(100)
  }
  return missed
}
