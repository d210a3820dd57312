import type pg from 'pg'
import type { Embedded } from '../database/embedded/embedded.ts'
import { say } from '../scripts/command-line.ts'
import { type Community, makeCommunity, startProduct } from './community.ts'
import { ask, inWords, medians } from './timing.ts'
import { makeTexts, rare, text, word } from './words.ts'

/** Topics, and rows of each other kind. */
const sizes = { small: { topics: 1000, others: 100 }, large: { topics: 1_000_000, others: 100_000 } }

/** The title or name of every tenth row has the word 'harbor'; ten rows of each kind have 'zeppelin' (words.ts). */
const common = `case when i % 10 = 3 then ' harbor' else '' end`
const queries = {
  'a rare word': 'zeppelin',
  'a common word': 'harbor',
  'a name': 'nora stenwick',
  'a slip': 'zepelinn',
}

/** The search across kinds, and a page of topics, in a small and in a large community. Returns a sentence with the figures. */
export async function benchSearch(embedded: Embedded): Promise<string> {
  const [small, large] = [await fill(embedded, 'small'), await fill(embedded, 'large')]
  const [few, many] = [await startProduct(small), await startProduct(large)]
  try {
    const figures: string[] = []
    for (const [name, q] of Object.entries(queries))
      for (const [where, more] of [
        ['', '&limit=12'],
        [' among topics', '&limit=24&kind=topic'],
      ]) {
        const path = `/api/search?q=${encodeURIComponent(q)}${more}`
        const [inSmall, inLarge] = await medians(
          () => ask(few, small, 'GET', path),
          () => ask(many, large, 'GET', path),
        )
        figures.push(`${name}${where} ${inLarge.toFixed(1)} ms (${(inLarge / inSmall).toFixed(1)} times)`)
        say(figures.at(-1) ?? '')
      }
    const { topics, others } = sizes.large
    return `The search across kinds, among ${inWords(topics)} topics and ${inWords(others)} rows of each other kind, half of the requests sooner than: ${figures.join(', ')}; in brackets as a multiple of the time among ${inWords(sizes.small.topics)} and ${inWords(sizes.small.others)} (aim: 2).`
  } finally {
    await few.stop()
    await many.stop()
  }
}

const tables = ['posts', 'comments', 'profiles', 'events', 'investors', 'resources', 'introduction_requests']

function fill(embedded: Embedded, size: keyof typeof sizes): Promise<Community> {
  const { topics, others } = sizes[size]
  say(`Filling the ${size} community …`)
  return makeCommunity(embedded, `search_${size}`, 1, async owner => {
    await owner.query(makeTexts)
    // Topics store their words: computed once for each text.
    await owner.query(`
      update texts set text = array_to_string((string_to_array(text, ' '))[1:12], ' ');
      alter table texts add column words tsvector; update texts set words = words_of(text);
      create temporary table titles as select k, title, search_text, words_of(search_text) as words from (
        select k, title, word_starts(plain(title || e'\\nGeneral')) as search_text
        from (select k, ${word(`'t' || k`)} || ' in ' || ${word(`'u' || k`)} as title from (select k, k as i from generate_series(0, 9999) k) k) named) titles;
      create index on titles (k); analyze titles; analyze texts`)
    await withoutIndexes(owner, async () => {
      for (const table of tables) await owner.query(`alter table ${table} disable trigger user`)
      await owner.query(`
        with made as (insert into users (email) select i || '@search.test' from generate_series(1, ${others}) i returning id, email)
        insert into profiles (user_id, full_name, company_name, company_description)
        select id, (array['Ada', 'Ben', 'Nora', 'Omar', 'Rosa', 'Theo'])[1 + i % 6] || ' ' || ${word(`'s'`)} || ${common} || ${rare}, ${word(`'c'`)}, ${text}
        from made, lateral (select split_part(email, '@', 1)::integer as i) n`)
      await owner.query(`insert into investors (name, firm, description)
        select ${word(`'n'`)} || ${common} || ${rare}, ${word(`'f'`)} || ' Capital', ${text} from generate_series(1, ${others}) i`)
      await owner.query(`insert into events (title, description, location, event_date)
        select ${word(`'e'`)} || ' night' || ${common} || ${rare}, ${text}, 'Room ' || i % 40, current_date + 100 - i % 3000 from generate_series(1, ${others}) i`)
      await owner.query(`insert into resources (title, description, url)
        select ${word(`'r'`)} || ' guide' || ${common} || ${rare}, ${text}, 'https://example.com/' || i from generate_series(1, ${others}) i`)
      await owner.query(`insert into introduction_requests (user_id, request_title, context, your_company, search_text)
        select me.user_id, title, ${text}, 'Firm', word_starts(plain(title || e'\\nFirm\\n' || ${text}))
        from (select user_id from profiles limit 1) me, generate_series(1, ${others}) i, lateral (select 'Meet ' || ${word(`'q'`)} || ${common} || ${rare} as title) t`)
      await owner.query(`insert into posts (title, content, search_text, words)
        select title || extra, text, replace(t.search_text, e'\\n', extra || e'\\n'), t.words || x.words || words_of(extra)
        from generate_series(1, ${topics}) i join titles t on t.k = i % 10000 join texts x on x.k = i % 1000,
          lateral (select ${common} || ${rare} as extra) e`)
      await owner.query(`insert into comments (post_id, content)
        select 1 + i % ${topics}, ${text} || ${common} || ${rare} from generate_series(1, ${others}) i`)
      for (const table of tables) await owner.query(`alter table ${table} enable trigger user`)
    })
  })
}

/** Building an index at the end is many times faster than inserting into it. */
async function withoutIndexes(owner: pg.Client, insert: () => Promise<void>): Promise<void> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename = any ($1) and indexdef like '% USING gin %'`,
    [tables],
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  await insert()
  await owner.query(`set maintenance_work_mem = '512MB'`)
  for (const { definition } of rows) await owner.query(definition)
}
