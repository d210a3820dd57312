import { setTimeout as sleep } from 'node:timers/promises'
import type { Embedded } from '../database/embedded/embedded.ts'
import type { Bench, Case } from './bench.ts'
import { type Community, makeMembers, startProduct, withCommunity } from './community.ts'
import { growthOf, measure, sameAnswer, warmUp } from './measure.ts'
import { launch, memoryOf, type Server } from './processes.ts'
import { row, title } from './table.ts'

/** Each connection of the load is another member. */
const SESSIONS = 64

type Filled = { community: Community; cookies: string[]; cases: Case[]; size: number }

/** The requests of a slice beside the limit on the same SQL in the same run, and against growth. */
export async function benchSlice(embedded: Embedded, bench: Bench): Promise<number> {
  return withSizes(embedded, bench, bench.sizes, [], async filled => {
    let missed = 0
    for (const { community, cookies, cases, size } of filled) {
      title(`${bench.slice}, ${size.toLocaleString('en')} rows, ours ÷ limit`)
      missed += await runCases(cases, community, cookies)
    }
    const [small] = filled
    const large = filled.at(-1)
    return small && large && small !== large ? missed + (await benchGrowth(small, large)) : missed
  })
}

/** All sizes are there before the first is measured, so that small and large can be measured in turns. */
async function withSizes(
  embedded: Embedded,
  bench: Bench,
  [size, ...others]: number[],
  filled: Filled[],
  work: (filled: Filled[]) => Promise<number>,
): Promise<number> {
  if (size === undefined) return work(filled)
  return withCommunity(embedded, `${bench.slice}_${size}`, async community => {
    const { owner } = community
    const cookies = await makeMembers(owner, SESSIONS)
    await bench.seed(owner, size)
    await owner.query('vacuum analyze')
    const cases = Array.isArray(bench.cases) ? bench.cases : await bench.cases(owner, size)
    return withSizes(embedded, bench, others, [...filled, { community, cookies, cases, size }], work)
  })
}

/** What a read costs one member alone in a large community, beside a small one in the same minute. */
async function benchGrowth(small: Filled, large: Filled): Promise<number> {
  let missed = 0
  const [ofSmall, ofLarge] = [await startProduct(small.community), await startProduct(large.community)]
  try {
    for (const [index, one] of large.cases.entries()) {
      const other = small.cases[index]
      if (!other || (one.method ?? 'GET') !== 'GET') continue
      const growth = await growthOf({ one: other, product: ofSmall, ...small }, { one, product: ofLarge, ...large })
      const isMissed = one.growth !== undefined && growth > one.growth
      if (isMissed) missed++
      const goal = one.growth === undefined ? '' : ` (at most ${one.growth}) ${isMissed ? 'MISSED' : 'met'}`
      console.log(`  growth of p50, ${one.name}: ${growth.toFixed(2)}${goal}`)
    }
  } finally {
    await ofSmall.stop()
    await ofLarge.stop()
  }
  return missed
}

async function runCases(cases: Case[], community: Community, cookies: string[]): Promise<number> {
  const product = await startProduct(community)
  try {
    const bare = launch('limit.ts')
    bare.tell({ url: community.urls.owner, statements: cases.map(one => one.limit) })
    const limit = await bare.served()
    try {
      console.log(`  the server at rest: ${memoryOf(product.pid).toFixed(0)} MB`)
      return await compare(cases, product, limit, cookies)
    } finally {
      await limit.stop()
    }
  } finally {
    await product.stop()
  }
}

async function compare(cases: Case[], product: Server, limit: Server, cookies: string[]): Promise<number> {
  let missed = 0
  if (cases[0]) await warmUp(cases[0], product, limit, cookies)
  for (const [index, one] of cases.entries()) {
    await sameAnswer(one, index, product, limit, cookies)
    for (const connections of [1, 32]) {
      const { ours, theirs } = await measure(one, index, product, limit, cookies, connections)
      const ratio = ours.perSecond / theirs.perSecond
      const isMissed = connections === 32 && one.goal !== undefined && ratio < one.goal
      if (isMissed) missed++
      row(one, connections, ours, theirs, ratio, isMissed)
    }
    await sleep(100)
  }
  return missed
}
