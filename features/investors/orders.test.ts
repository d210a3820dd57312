import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import type { Investor } from './contract.ts'
import { SORTS, type Sort } from './shared/options.ts'

const MANY = 700

let server: TestServer
let ada: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  // Many equal names, dates, averages and counts, because paging errors occur at ties.
  await server.owner.run(sql`
    insert into investors (name, firm, description, stage, rating_counts, comments_count, created_at)
    select 'Investor ' || i % 50, 'Firm ' || i, case when i % 2 = 0 then 'common' else 'plain' end || case when i % 100 = 99 then ' scarce' else '' end,
      array[case when i % 3 = 0 then 'Seed' else 'Growth' end],
      case i % 5 when 0 then '{0,0,0,0,0}' when 1 then '{0,0,0,1,0}' when 2 then '{0,0,0,2,0}' when 3 then '{1,0,0,0,2}' else '{0,0,1,0,0}' end::integer[],
      i % 7, timestamptz '2026-01-01' + (i % 90) * interval '1 day'
    from generate_series(1, ${MANY}) i`)
  await server.owner.run(sql`analyze investors`)
})
afterAll(() => server.close())

const by: Record<Sort, (a: Investor, b: Investor) => number> = {
  name: (a, b) => new Intl.Collator('en').compare(a.name, b.name) || a.id - b.id,
  rating: (a, b) => (b.avg_rating ?? 0) - (a.avg_rating ?? 0) || b.rating_count - a.rating_count || b.id - a.id,
  newest: (a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id,
  commented: (a, b) => b.comments_count - a.comments_count || b.id - a.id,
}

/** Reads the whole list by following the Link header. */
describe.each(SORTS)('in the order %s', sort => {
  test.each([
    '',
    'q=common',
    'q=scarce',
    'q=nothing-like-it',
    'stage=Seed',
    'top_rated=true',
    'q=common&stage=Seed&top_rated=true',
  ])('the pages of ?%s contain every investor once, in order', async narrowing => {
    const whole = (await ada.reads<Investor[]>(`/api/investors?limit=500&sort=${sort}&${narrowing}`)) as Investor[]
    const paged = await ada.pages<Investor>(`/api/investors?limit=97&sort=${sort}&${narrowing}`)
    expect(paged).toEqual([...paged].sort(by[sort]))
    expect(paged.slice(0, 500)).toEqual(whole)
    expect(new Set(paged.map(row => row.id)).size).toBe(paged.length)
    const { matching } = await ada.reads<{ matching: number }>(`/api/investors/counts?${narrowing}`)
    expect(paged.length).toBe(matching)
  })

  test.each(['', 'q=common', 'q=scarce', 'stage=Seed'])('the neighbours within ?%s match the list', async narrowing => {
    const list = await ada.reads<Investor[]>(`/api/investors?sort=${sort}&${narrowing}`)
    const last = list.length === 500 ? 499 : list.length
    for (const at of [0, 1, last - 1]) {
      const near = await ada.reads<{ previous: Investor | null; next: Investor | null }>(
        `/api/investors/${list[at]?.id}/neighbours?sort=${sort}&${narrowing}`,
      )
      expect([near.previous?.id, near.next?.id]).toEqual([list[at - 1]?.id, list[at + 1]?.id])
    }
  })
})

test('without a limit a list has up to 500 rows and says that there are more', { tags: ['API-57'] }, async () => {
  const answer = await ada.asks('GET', '/api/investors')
  expect((answer.json as Investor[]).length).toBe(500)
  expect(answer.headers.link).toMatch(/rel="next"/)
})

test('the neighbours of an unknown investor give 404', async () => {
  expect(await ada.tries('GET', '/api/investors/99999999/neighbours')).toBe(404)
})
