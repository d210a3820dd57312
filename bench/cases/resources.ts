import type { Case, Slice } from '../case.ts'
import { ASKERS, rare, text, writerAccount } from '../words.ts'

const columns = `id, title, description, resource_type, category, url, created_at, user_id,
  (select json_build_object('id', p.id, 'full_name', p.full_name) from profiles p where p.user_id = r.user_id) as shared_by,
  (select f.size from resource_files f where f.resource_id = r.id) as file_size, version, false as can_edit`
const list = (name: string, query: string, where: string, values?: Case['values']): Case => ({
  name,
  kind: 'list',
  path: () => `/api/resources?limit=48${query}`,
  sql: `select ${columns} from resources r where ${where} order by created_at desc, id desc limit 48`,
  values,
})
const any = (words: string) => `(array[${words}])[1 + i % cardinality(array[${words}])]`
const description = (n: number) => `Shared for the time number ${n}, because it helped us.`

export default {
  seed: (owner, size) =>
    owner.query(`
      insert into resources (title, description, resource_type, category, url, user_id, created_at)
      select 'Guide ' || i || ${rare}, ${text}, ${any(`'template','guide','checklist','article','tool','video'`)},
        ${any(`'fundraising','finance','product','marketing','legal','operations','other'`)}, 'https://example.com/' || i,
        ${writerAccount}, now() - i * interval '1 minute'
      from generate_series(1, 100 + ${size / 20}) i`),
  cases: [
    list('library', '', 'true'),
    list('search, 10 found', '&q=zeppelin', `search_text like '%' || $1 || '%'`, () => ['zeppelin']),
    {
      name: 'share a link',
      kind: 'write',
      path: () => '/api/resources',
      body: n => ({ title: 'A guide', description: description(n), url: 'https://example.com/' }),
      sql: `insert into resources (title, description, resource_type, category, url, user_id)
        values ('A guide', $1, 'template', 'other', 'https://example.com/', (select user_id from profiles where id = $2))
        returning id, title, description, resource_type, category, url, created_at, user_id, version`,
      values: n => [description(n), 1 + (n % ASKERS)],
    },
  ],
} satisfies Slice
