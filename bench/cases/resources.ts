import type { Bench, Case } from '../bench.ts'

const columns = `id, title, description, resource_type, category, url, created_at, user_id,
  (select json_build_object('id', p.id, 'full_name', p.full_name) from profiles p where p.user_id = r.user_id) as shared_by,
  (select f.size from resource_files f where f.resource_id = r.id) as file_size, false as can_edit`
const list = (where: string) =>
  `select ${columns} from resources r where ${where} order by created_at desc, id desc limit 48`
const any = (words: string) => `(array[${words}])[1 + i % cardinality(array[${words}])]`

const bench: Bench = {
  slice: 'resources',
  sizes: [100, 5000],
  async seed(owner, size) {
    await owner.query(`
      with sharer as (insert into users (email) values ('sharer@bench.test') returning id),
        named as (insert into profiles (user_id, full_name) select id, 'Sharer' from sharer)
      insert into resources (title, description, resource_type, category, url, user_id, created_at)
      select 'Guide ' || i, repeat('What it is good for. ', 8) || md5(i::text), ${any(`'template','guide','checklist','article','tool','video'`)},
        ${any(`'fundraising','finance','product','marketing','legal','operations','other'`)}, 'https://example.com/' || i,
        (select id from sharer), now() - i * interval '1 minute'
      from generate_series(1, ${size}) i`)
  },
  async cases() {
    const cases: Case[] = [
      { name: 'list', path: () => '/api/resources?limit=48', limit: { sql: list('true'), values: () => [] } },
      {
        name: 'category and type',
        path: () => '/api/resources?limit=48&category=legal&type=guide',
        limit: { sql: list(`category = 'legal' and resource_type = 'guide'`), values: () => [] },
      },
      {
        name: 'search',
        path: n => `/api/resources?limit=48&q=guide+${n % 90}`,
        limit: {
          sql: list(`search_text like '%' || $1 || '%'`),
          values: n => [`guide ${n % 90}`],
        },
      },
    ]
    return cases.map(one => ({ ...one, goal: 0.7, growth: one.name === 'list' ? 1.5 : undefined }))
  },
}
export default bench
