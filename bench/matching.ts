import type pg from 'pg'
import { helpTopics, industries, stages } from '../contract/options.ts'
import type { Embedded } from '../database/embedded/embedded.ts'
import type { ListedMember } from '../features/members/contract.ts'
import { seeded } from '../scripts/demo/part.ts'
import { makeCommunity, startProduct } from './community.ts'
import { quantile } from './measure.ts'
import type { Server } from './processes.ts'
import { fillProfiles } from './suggestions.ts'
import { ask, inWords, medians, type Work } from './timing.ts'

const MEMBERS = 1000
const ASKERS = 100
const LARGE_MEMBERS = 100_000
const FIRST_MATCHES = 5
const PROFILE_CHANGES = 20
/** So many are planted beside each helper who have about as much in common with the asker, but less to give. */
const TAKERS = 5

type Person = { needs: string[]; can_help_with: string[]; industry: string; stage: string; location: string }
type Planted = { help: string[]; industry: string }

/**
 * Whether the best helper is found: for each of 100 members one is planted who can help with two of the things that they look for, looks for
 * one that they offer, and is in the same industry at the same stage. Beside each, five others have a need of the asker, stage and location
 * in common and look for up to three things that the asker offers; all other members are drawn at random from the same lists. Then the times
 * in a large community. Returns sentences with the figures.
 */
export async function benchMatching(embedded: Embedded): Promise<string> {
  return `${await measureQuality(embedded)}\n\n${await measureTimes(embedded)}`
}

async function measureQuality(embedded: Embedded): Promise<string> {
  const { people, planted } = makePeople()
  const community = await makeCommunity(embedded, 'matching', ASKERS, owner => fill(owner, people))
  const product = await startProduct(community)
  try {
    let found = 0
    let firstOfAll = 0
    for (const [asker, plan] of planted.entries()) {
      const list = await bestOf(product, community.cookies[asker] ?? '')
      const at = list.findIndex(({ full_name }) => full_name === nameOf(ASKERS + asker))
      const isTrue = isWholeReason(list[at]?.reasons, plan)
      if (at >= 0 && at < FIRST_MATCHES && isTrue) found++
      if (at === 0 && isTrue) firstOfAll++
    }
    const baseline = planted.map((_, asker) => placeByCount(people, asker))
    const share = (count: number) => `${((100 * count) / ASKERS).toFixed(0)} %`
    const among = (places: number[], most: number) => share(places.filter(place => place < most).length)
    return `Matching, with a best helper planted for each of ${ASKERS} among ${inWords(MEMBERS)} members (fixed seed): one who can help with two things that they look for, in the same industry, at the same stage; among others at random, and ${TAKERS} for each who have about as much in common but can help with one:

| order | planted ones among the first five | first of all |
|---|---:|---:|
| 'Best for me', with the true reasons (aim: 80 %) | ${share(found)} | ${share(firstOfAll)} |
| the number of things in common, as a baseline | ${among(baseline, FIRST_MATCHES)} | ${among(baseline, 1)} |`
  } finally {
    await product.stop()
  }
}

const nameOf = (place: number) => `Person ${String(place).padStart(4, '0')}`

/** The askers first, then their helpers, then those who mostly look for what the askers offer, then all others. */
function makePeople(): { people: Person[]; planted: Planted[] } {
  const random = seeded(17)
  const draw = (): Person => {
    const needs = random.some(helpTopics, 1 + random.below(4))
    const others = helpTopics.filter(topic => !needs.includes(topic))
    return {
      needs,
      can_help_with: random.some(others, 1 + random.below(4)),
      industry: random.pick(industries.filter(industry => industry !== 'Other')),
      stage: random.pick(stages),
      location: `Area ${random.below(77)}`,
    }
  }
  const people = Array.from({ length: MEMBERS }, draw)
  const planted = people.slice(0, ASKERS).map((asker, place) => {
    const from = 2 * ASKERS + place * TAKERS
    for (const other of people.slice(from, from + TAKERS)) {
      other.can_help_with = [random.pick(asker.needs)]
      other.needs = asker.can_help_with.slice(0, 3)
      other.stage = asker.stage
      other.location = asker.location
    }
    const helper = people[ASKERS + place] as Person
    if (asker.needs.length === 1)
      asker.needs.push(
        random.pick(helpTopics.filter(topic => ![...asker.needs, ...asker.can_help_with].includes(topic))),
      )
    const help = random.some(asker.needs, 2)
    helper.can_help_with = [...help, ...helper.can_help_with.filter(topic => !asker.needs.includes(topic)).slice(0, 1)]
    helper.needs = [random.pick(asker.can_help_with)]
    helper.industry = asker.industry
    helper.stage = asker.stage
    return { help, industry: asker.industry }
  })
  return { people, planted }
}

/** The askers have accounts with a session already. */
async function fill(owner: pg.Client, people: Person[]): Promise<void> {
  await owner.query(
    `with made as (insert into users (email, username) select 'p' || i || '@bench.test', 'P' || i from generate_series($1::int, $2::int) i returning id)
      insert into profiles (user_id) select id from made`,
    [ASKERS, people.length - 1],
  )
  await owner.query(
    `update profiles p set full_name = 'Person ' || lpad(place::text, 4, '0'), needs = array(select jsonb_array_elements_text(said -> 'needs')),
        can_help_with = array(select jsonb_array_elements_text(said -> 'can_help_with')), industry = said ->> 'industry', stage = said ->> 'stage', location = said ->> 'location'
      from (select id, row_number() over (order by id) - 1 as place from profiles) numbered
        join jsonb_array_elements($1::jsonb) with ordinality all_said(said, n) on n - 1 = place
      where p.id = numbered.id`,
    [JSON.stringify(people)],
  )
}

async function bestOf(product: Server, cookie: string): Promise<ListedMember[]> {
  const answer = await fetch(`http://127.0.0.1:${product.port}/api/members?sort=best&limit=${FIRST_MATCHES}`, {
    headers: { cookie },
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as ListedMember[]
}

const isWholeReason = (reasons: ListedMember['reasons'], { help, industry }: Planted) =>
  reasons?.industry === industry && help.every(area => reasons.can_help_with.includes(area))

/** The place of the planted helper in an order by the number of things in common. Of equal ones, half come before it. */
function placeByCount(people: Person[], asker: number): number {
  const me = people[asker] as Person
  const both = (one: string[], other: string[]) => one.filter(area => other.includes(area)).length
  const count = (other: Person) =>
    both(me.needs, other.can_help_with) +
    both(me.can_help_with, other.needs) +
    ['industry' as const, 'stage' as const, 'location' as const].filter(field => me[field] === other[field]).length
  const others = people.filter((_, place) => place !== asker && place !== ASKERS + asker)
  const its = count(people[ASKERS + asker] as Person)
  const before = others.filter(other => count(other) > its).length
  const equal = others.filter(other => count(other) === its).length
  return before + Math.floor(equal / 2)
}

/** The orders of the one member with a session are kept, as the job does. */
async function measureTimes(embedded: Embedded): Promise<string> {
  const community = await makeCommunity(embedded, 'matching_large', 1, async owner => {
    await owner.query(`
      with made as (insert into users (email, username) select 'm' || i || '@bench.test', 'M' || i from generate_series(1, ${LARGE_MEMBERS}) i returning id, username)
      insert into profiles (user_id, full_name) select id, 'Member ' || username from made`)
    await fillProfiles(owner, LARGE_MEMBERS)
    await owner.query('insert into member_visits (user_id) select user_id from profiles where id = 1')
    await owner.query('select keep_matches(1)')
  })
  const product = await startProduct(community)
  try {
    const get =
      (path: string): Work =>
      () =>
        ask(product, community, 'GET', path)
    const directory = get('/api/members?limit=24')
    const figure = async (name: string, path: string) => {
      const [ms, first] = await medians(get(path), directory)
      return `${name} ${ms.toFixed(1)} ms, ${(ms / first).toFixed(1)} times`
    }
    /** Of the first read after each change: no order is kept then. */
    const afterChange = async (path: string) => {
      const times: number[] = []
      for (let change = 0; change < PROFILE_CHANGES; change++) {
        await ask(product, community, 'PUT', '/api/profile', { stage: stages[change % 2] })
        const begin = performance.now()
        await get(path)()
        times.push(performance.now() - begin)
      }
      return `${quantile(times, 0.5).toFixed(0)} ms`
    }
    const parts = [
      await figure("the first page of 'Best for me'", '/api/members?limit=24&sort=best'),
      await figure('within one industry', '/api/members?limit=24&sort=best&industry=Fintech'),
      await figure("'People for you'", '/api/people-for-me'),
      await figure("'Why you two'", '/api/members/77/reasons'),
    ]
    return `With ${inWords(LARGE_MEMBERS)} members, compared with the first page of the directory (aim: 2 times): ${parts.join('; ')}. The first read after a change of the own profile, which computes the order: 'Best for me' ${await afterChange('/api/members?limit=24&sort=best')}, 'People for you' ${await afterChange('/api/people-for-me')}.`
  } finally {
    await product.stop()
  }
}
