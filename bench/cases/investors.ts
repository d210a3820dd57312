import { rowsOf } from '../../database/list/list.ts'
import { narrowed, orders } from '../../features/investors/finding.server.ts'
import type { Bench, Case } from '../bench.ts'

const columns = `id, name, title, firm, email, website, linkedin, twitter, focus, stage, check_size, description, notes, user_id,
  avg_rating, rating_count, rating_counts, comments_count, created_at, updated_at, false as is_creator`
const first = `array['Ada','Bruno','Carla','Dmitri','Elena','Farid','Greta','Hugo','Imani','Jonas','Keiko','Lars','Mina','Noor','Otto']`
const starts = `array['Bran','Car','Del','Fen','Gor','Hal','Kes','Lind','Mor','Nor','Os','Pel','Ros','Sten','Tor','Vel']`
const ends = `array['berg','dale','field','ford','gate','holm','land','ley','man','mere','ridge','sen','stone','ton','well','wick']`
/** What descriptions are made of: nobody is called so. */
const words = `array['leads','first','cheques','operators','before','revenue','prefers','technical','teams','regulated','markets','follow','on',
  'reserves','board','seats','quickly','decisions','within','two','weeks','pilots','hospitals','logistics','factories','payments','compliance',
  'patient','capital','midwest','founders','customers','hiring','pricing','introductions','candid','about','churn','margins','unit','economics',
  'energy','storage','schools','research','licences','software','that','sells','itself','distribution','marketplaces','liquidity','insurance',
  'claims','robotics','warehouses','family','offices','syndicates','bridges','rounds','terms','simple','agreements']`
const tags = (options: string) =>
  `array[(${options})[1 + i % 7], (${options})[1 + (i / 7) % 15 % cardinality(${options})]]`
const stages = `array['Pre-seed','Seed','Series A','Series B','Series C+','Growth','All stages']`
const areas = `array['SaaS','Fintech','Healthcare','E-commerce','Consumer','Enterprise','Marketplaces','AI/ML','Web3','Deeptech','Climate','Hardware','Media','Education','PropTech']`
/** One of a list, by number and by chance, but the same chance every time. */
const any = (options: string, salt: string) => `(${options})[1 + abs(hashtext(i || ${salt})) % cardinality(${options})]`

/** So many are called like few others, in any database: a search for them has the same answer in all. */
const RARE = 99
const EXAMPLE = 500 // has 50 comments

/** The very statement that finds: a search is more than a condition. The limit runs it without session, rules and JSON. */
const found = (narrowing: (n: number) => Parameters<typeof narrowed>[0]): Case['limit'] => {
  const find = (n: number) => rowsOf({ ...narrowed(narrowing(n)), order: orders.name, most: 25 }).toQuery()
  const sql = `select ${columns} from (${find(0).text}) investors order by name, id limit 24`
  return { sql, values: n => find(n).values }
}

const bench: Bench = {
  slice: 'investors',
  sizes: [1000, 100_000],
  async seed(owner, size) {
    await owner.query(`
      with adder as (insert into users (email) values ('adder@bench.test') returning id)
      insert into investors (name, firm, title, description, focus, stage, check_size, user_id, rating_counts, created_at)
      select ${any(first, `'a'`)} || ' ' || ${any(starts, `'b'`)} || ${any(ends, `'c'`)} || case when i <= ${RARE} then 'ovska' else '' end || ' ' || i,
        ${any(starts, `'d'`)} || ${any(ends, `'e'`)} || ' Ventures', 'Partner',
        (select string_agg(${any(words, `'-' || k`)}, ' ') from generate_series(1, 40) k), ${tags(areas)}, array[${any(stages, `'f'`)}],
        'Varies', (select id from adder), array[0, i % 3, 1, i % 5, i % 2], now() - i * interval '1 minute'
      from generate_series(1, ${size}) i`)
    await owner.query(`
      insert into investor_comments (investor_id, user_id, content, rating)
      select ${EXAMPLE}, 1 + i % 60, 'How the meeting went, what they asked for, and how long the answer took. ' || i, 1 + i % 5
      from generate_series(1, 50) i`)
  },
  async cases(owner) {
    const { rows } = await owner.query<{ name: string }>(`select name from investors where id <= ${RARE} order by id`)
    const nameOf = (n: number) => rows[n % rows.length]?.name ?? ''
    const commonOf = (n: number) => nameOf(n).replace(/ovska.*/, '')
    const search = (q: string) => `/api/investors?limit=24&q=${encodeURIComponent(q)}`
    const list = (where: string) => `select ${columns} from investors where ${where} order by name, id limit 24`
    const cases: Case[] = [
      { name: 'list', path: () => '/api/investors?limit=24', limit: { sql: list('true'), values: () => [] } },
      { name: 'search for a name', path: n => search(nameOf(n)), limit: found(n => ({ q: nameOf(n) })) },
      { name: 'search for a common word', path: () => search('Ventures'), limit: found(() => ({ q: 'Ventures' })) },
      {
        name: 'two filters',
        path: () => '/api/investors?limit=24&stage=Seed&focus=Fintech',
        limit: found(() => ({ stage: ['Seed'], focus: ['Fintech'] })),
      },
      {
        name: 'detail',
        path: () => `/api/investors/${EXAMPLE}`,
        limit: { sql: `select ${columns} from investors where id = $1`, values: () => [EXAMPLE], isOneRow: true },
      },
      {
        name: 'its 50 comments',
        path: () => `/api/investors/${EXAMPLE}/comments?limit=50`,
        limit: {
          sql: `select c.*, json_build_object('full_name', p.full_name, 'avatar_url', p.avatar_url) as user, false as can_edit
            from investor_comments c join profiles p on p.id = c.user_id where c.investor_id = $1
            order by c.created_at desc, c.id desc limit 50`,
          values: () => [EXAMPLE],
        },
      },
      // In a large database more investors answer to it: two dozen, where there was one.
      { name: 'search for 1 in 4,000', path: n => search(commonOf(n)), limit: found(n => ({ q: commonOf(n) })) },
    ]
    return cases.map(one => ({ ...one, goal: 0.7, growth: 1.5 }))
  },
}
export default bench
