import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import {
  addInvestor,
  type Comment,
  deleteComment,
  getInvestor,
  type Investor,
  postComment,
  updateComment,
} from './contract.ts'

let server: TestServer
let ada: Member
let bob: Member
let investor: Investor
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  bob = await server.member('Bob')
})
beforeEach(async () => {
  investor = await ada.does(addInvestor, { name: 'Lena Okafor', firm: 'Ridgeway Partners' })
})
afterAll(() => server.close())

const addComment = (who: Member, rating: number | null, more: { is_private?: boolean; content?: string } = {}) =>
  who.does(postComment, { id: investor.id, content: 'Straight answers.', rating, ...more })
const readInvestor = (who: Member = bob) => who.reads<Investor>(`/api/investors/${investor.id}`)
const comments = (who: Member) => who.reads<Comment[]>(`/api/investors/${investor.id}/comments`)
const ratings = async () => {
  const { avg_rating, rating_count, rating_counts } = await readInvestor()
  return { avg_rating, rating_count, rating_counts }
}

test('a comment that becomes public has the time of that moment, not of when it was written in private', async () => {
  const { id } = await addComment(ada, null, { is_private: true })
  await server.owner.run(sql`update investor_comments set created_at = now() - interval '3 days' where id = ${id}`)
  const [published] = (await ada.sql(sql`select now() as at`)) as { at: Date }[]
  await bob.does(postComment, { id: investor.id, content: 'Public since long.' })
  await ada.does(updateComment, { id, content: 'Straighter answers.' })
  expect((await ada.reads<Comment[]>(`/api/investors/${investor.id}/comments`)).map(comment => comment.id)[1]).toBe(id)
  await ada.does(updateComment, { id, is_private: false })
  const [newest] = await comments(bob)
  expect(newest?.id).toBe(id)
  expect(Date.parse(newest?.created_at ?? '')).toBeGreaterThan(published?.at.getTime() ?? 0)
})

test('Ada comments, and Bob reads it with her name and picture', {
  tags: ['API-63', 'API-64', 'API-61', 'DATA-92'],
}, async () => {
  await ada.sql(sql`update profiles set avatar_url = '/files/ada.webp' where user_id = ${ada.user_id}`)
  const posted = await ada.does(postComment, {
    id: investor.id,
    investor_id: investor.id,
    user_id: ada.profile_id as number,
    content: '  Straight answers.  ',
    rating: 4,
    is_private: false,
  })
  expect(posted).toEqual({
    id: expect.any(Number),
    investor_id: investor.id,
    user_id: ada.profile_id,
    content: 'Straight answers.',
    rating: 4,
    is_private: false,
    created_at: expect.any(String),
    user: { full_name: 'Ada', avatar_url: '/files/ada.webp' },
    can_edit: true,
    version: 1,
    mentions: [],
  })
  const { version, ...seen } = posted
  expect(await comments(bob)).toEqual([{ ...seen, can_edit: false }])
})

test('a comment in the name of another member or about another investor is refused', { tags: ['API-63'] }, async () => {
  const path = `/api/investors/${investor.id}/comments`
  expect(await ada.tries('POST', path, { content: 'x', user_id: bob.profile_id })).toBe(403)
  expect(await ada.tries('POST', path, { content: 'x', investor_id: investor.id + 1 })).toBe(400)
  for (const wrong of [
    { content: ' ' },
    { content: 'x', rating: 0 },
    { content: 'x', rating: 6 },
    { content: 'x', rating: 2.5 },
  ])
    expect(await ada.tries('POST', path, wrong)).toBe(400)
  expect(await comments(ada)).toEqual([])
})

test('a rating of 1 to 5 is taken, and so is none', { tags: ['TXT-17'] }, async () => {
  for (const rating of [1, 2, 3, 4, 5, null]) expect((await addComment(ada, rating)).rating).toBe(rating)
})

test('comments come newest first, page by page', { tags: ['API-61'] }, async () => {
  await server.owner.run(sql`
    insert into investor_comments (investor_id, user_id, content, created_at)
    select ${investor.id}, ${bob.profile_id}, 'No ' || i, timestamptz '2026-03-01' + (i / 2) * interval '1 day'
    from generate_series(1, 7) i`)
  const listed = await comments(ada)
  expect(listed).toHaveLength(7)
  // Ids are random; they only break ties between comments with the same time.
  expect(listed).toEqual([...listed].sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id))
  const all = listed.map(comment => comment.content)
  const paged: string[] = []
  for (let url: string | undefined = `/api/investors/${investor.id}/comments?limit=2`; url; ) {
    const answer = await ada.asks('GET', url)
    paged.push(...(answer.json as Comment[]).map(comment => comment.content))
    url = /^<(.*)>/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  expect(paged).toEqual(all)
})

test('a comment is changed and deleted by its id', { tags: ['API-68', 'API-69'] }, async () => {
  const [first, second] = [await addComment(ada, 3), await addComment(ada, 5)]
  const changed = await ada.does(updateComment, { id: first.id, content: 'Slow.', rating: 2, is_private: true })
  expect(changed).toEqual({ ...first, content: 'Slow.', rating: 2, is_private: true, version: 2 })
  expect(await ada.does(updateComment, { id: first.id, content: 'Slower.' })).toMatchObject({
    rating: 2,
    is_private: true,
  })
  expect(await ada.does(updateComment, { id: first.id, rating: null })).toMatchObject({
    content: 'Slower.',
    rating: null,
  })
  await ada.does(deleteComment, { id: first.id })
  expect((await comments(ada)).map(comment => comment.id)).toEqual([second.id])
})

test('ids reveal neither private comments in between nor the order', async () => {
  const ids: number[] = []
  for (let n = 0; n < 12; n++) {
    ids.push((await addComment(bob, 4)).id)
    if (n % 2) await addComment(ada, 1, { is_private: true })
  }
  const gaps = ids.slice(1).map((id, n) => id - (ids[n] as number))
  expect(gaps.every(gap => gap > 0)).toBe(false)
  expect(gaps.filter(gap => Math.abs(gap) < 1000)).toEqual([])
  for (const id of ids)
    expect(id).toSatisfy((value: number) => Number.isInteger(value) && value > 0 && value <= 2_147_483_647)
  // The list is still sorted newest first.
  expect((await comments(bob)).map(comment => comment.id)).toEqual(ids.reverse())
})

test('ids are never reused, also after a comment was deleted or hidden', async () => {
  const { id } = await addComment(ada, 3)
  const hidden = await addComment(ada, 3)
  await ada.does(deleteComment, { id })
  await server.owner.run(sql`delete from investor_comments where id = ${hidden.id}`)
  const kept = sql`select id from investor_comment_ids where id = any(${[id, hidden.id]})`
  expect(await server.owner.rows(kept)).toHaveLength(2)
  await expect(bob.sql(sql`select id from investor_comment_ids`)).rejects.toMatchObject({ code: '42501' })
})

test('reading or adding comments of an unknown investor gives 404', async () => {
  expect(await ada.tries('GET', '/api/investors/99999999/comments')).toBe(404)
  expect(await ada.tries('POST', '/api/investors/99999999/comments', { content: 'x' })).toBe(404)
})

describe('the average', () => {
  test('is that of all public ratings; a member may give several, and comments without one do not count', {
    tags: ['DATA-69', 'DATA-72', 'DATA-75', 'API-67'],
  }, async () => {
    expect(await ratings()).toEqual({ avg_rating: null, rating_count: 0, rating_counts: [0, 0, 0, 0, 0] })
    await addComment(ada, 5)
    await addComment(ada, 2)
    await addComment(bob, 4)
    await addComment(bob, null)
    expect(await ratings()).toEqual({ avg_rating: 11 / 3, rating_count: 3, rating_counts: [0, 1, 0, 1, 1] })
    expect(await readInvestor()).toMatchObject({ comments_count: 4, rater_count: 2 })
    const { id } = await addComment(ada, 3, { is_private: true })
    await server.owner.run(sql`
      insert into investor_comments (investor_id, content, rating) values (${investor.id}, 'Of two who left', 3), (${investor.id}, 'x', 3)`)
    for (const reader of [ada, bob])
      expect(await reader.does(getInvestor, { id: investor.id }), 'without the private one').toMatchObject({
        rating_count: 5,
        rater_count: 4,
      })
    await ada.does(deleteComment, { id })
  })

  test('follows a changed rating', { tags: ['DATA-70'] }, async () => {
    const { id } = await addComment(ada, 1)
    await addComment(bob, 4)
    await ada.does(updateComment, { id, rating: 5 })
    expect(await ratings()).toEqual({ avg_rating: 4.5, rating_count: 2, rating_counts: [0, 0, 0, 1, 1] })
    await ada.does(updateComment, { id, rating: null })
    expect(await ratings()).toEqual({ avg_rating: 4, rating_count: 1, rating_counts: [0, 0, 0, 1, 0] })
    await ada.does(updateComment, { id, rating: 2 })
    expect((await ratings()).avg_rating).toBe(3)
  })

  test('follows a deleted rating, and is null after the last', { tags: ['DATA-71', 'DATA-73', 'API-70'] }, async () => {
    const [first, second] = [await addComment(ada, 1), await addComment(bob, 4)]
    await ada.does(deleteComment, { id: first.id })
    expect((await ratings()).avg_rating).toBe(4)
    await bob.does(deleteComment, { id: second.id })
    expect(await ratings()).toEqual({ avg_rating: null, rating_count: 0, rating_counts: [0, 0, 0, 0, 0] })
    expect((await readInvestor()).comments_count).toBe(0)
  })

  test('is not moved by a private rating, and moves when one becomes public or private', {
    tags: ['DATA-74'],
  }, async () => {
    await addComment(bob, 4)
    const { id } = await addComment(ada, 1, { is_private: true })
    expect((await ratings()).avg_rating).toBe(4)
    await ada.does(updateComment, { id, rating: 2 })
    expect((await ratings()).avg_rating).toBe(4)
    await ada.does(updateComment, { id, is_private: false })
    expect((await ratings()).avg_rating).toBe(3)
    await ada.does(updateComment, { id, is_private: true })
    await ada.does(deleteComment, { id })
    expect(await ratings()).toEqual({ avg_rating: 4, rating_count: 1, rating_counts: [0, 0, 0, 1, 0] })
  })

  test('moves without the investor counting as updated', { tags: ['DATA-77'] }, async () => {
    const { id } = await addComment(bob, 5)
    await bob.does(updateComment, { id, rating: 1 })
    expect((await readInvestor()).updated_at).toBe(investor.updated_at)
  })

  test('is exact after a thousand concurrent ratings', async () => {
    const allRatings = Array.from({ length: 1000 }, (_, i) => 1 + ((i * 7) % 5))
    const waiting = [...allRatings.entries()]
    const rate = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const comment = await addComment(next[0] % 2 ? ada : bob, next[1])
        // Some comments are deleted while others are added.
        if (next[0] < 200) await (next[0] % 2 ? ada : bob).does(deleteComment, { id: comment.id })
      }
    }
    await Promise.all(Array.from({ length: 32 }, rate))
    const remaining = allRatings.slice(200)
    const { avg_rating, rating_count } = await ratings()
    expect({ avg_rating, rating_count }).toEqual({
      avg_rating: remaining.reduce((a, b) => a + b) / remaining.length,
      rating_count: remaining.length,
    })
  })

  test("'Top Rated' begins at an average of exactly 4", { tags: ['TXT-18'] }, async () => {
    await server.owner.run(sql`delete from investors`)
    const addRated = async (name: string, given: number[]) => {
      investor = await ada.does(addInvestor, { name, firm: 'Firm' })
      for (const rating of given) await addComment(bob, rating)
    }
    await addRated('Exactly four', [3, 5])
    await addRated('Just below', [4, 4, 4, 4, 4, 4, 4, 4, 4, 3])
    await addRated('Five', [5])
    await addRated('Unrated', [])
    const top = await ada.reads<Investor[]>('/api/investors?top_rated=true')
    expect(top.map(row => row.name)).toEqual(['Exactly four', 'Five'])
  })
})

describe("nothing of Ada's private comment reaches Bob", () => {
  let secret: Comment
  let before: string
  const paths = () => [
    `/api/investors/${investor.id}`,
    `/api/investors/${investor.id}/comments`,
    `/api/investors/${investor.id}/comments?limit=1`,
    `/api/investors/${investor.id}/neighbours?sort=commented`,
    ...['name', 'rating', 'newest', 'commented'].map(sort => `/api/investors?sort=${sort}`),
    '/api/investors?top_rated=true',
    '/api/investors?q=whisper',
    '/api/investors/counts?top_rated=true',
    '/api/investors/counts?q=whisper',
    '/api/investors/similar?name=whisper&firm=whisper',
    `/investors?investor=${investor.id}`,
  ]
  const all = async () => {
    const answers = await Promise.all(paths().map(path => bob.asks('GET', path)))
    // The page contains the session's remaining time and the live cursor, which change.
    return JSON.stringify(
      answers.map(answer => [answer.status, answer.text.replace(/"(expires_in|live)":\d+/g, ''), answer.headers.link]),
    )
  }
  beforeEach(async () => {
    await addComment(bob, 3)
    before = await all()
    secret = await addComment(ada, 5, { content: 'A whisper.', is_private: true })
  })

  test('it changes no list, search, count, average, order or page', async () => {
    expect(await all()).toBe(before)
  })

  test('neither does its update or deletion', async () => {
    await ada.does(updateComment, { id: secret.id, content: 'Another whisper.', rating: 1 })
    expect(await all()).toBe(before)
    await ada.does(deleteComment, { id: secret.id })
    expect(await all()).toBe(before)
  })

  test('its id gives the same reply as an unknown id', async () => {
    const answer = async (id: number, verb: string) => {
      const { status, json } = await bob.asks(
        verb,
        `/api/investor-comments/${id}`,
        verb === 'PATCH' ? { rating: 1 } : undefined,
      )
      return [status, (json as { error: string }).error]
    }
    for (const verb of ['PATCH', 'DELETE'])
      expect(await answer(secret.id, verb)).toEqual(await answer(99_999_999, verb))
    expect((await comments(ada))[0]).toEqual(secret)
  })
})
