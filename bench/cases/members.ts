import { helpTopics, industries, stages } from '../../contract/options.ts'
import type { Case, Slice } from '../case.ts'
import { ASKERS, any, rare, text, word } from '../words.ts'

const card = `id, full_name, title, company_name, company_description, company_website, industry, stage, location, needs, can_help_with,
  can_help_with as expertise, linkedin_url, linkedin_url as linkedin, twitter_handle, avatar_url, avatar_url as profile_picture`
const list = (name: string, query: string, where: string, values?: Case['values']): Case => ({
  name,
  kind: 'list',
  path: () => `/api/members?limit=24${query}`,
  sql: `select ${card} from profiles where full_name <> '' and ${where} order by full_name, id limit 24`,
  values,
})
const first = `array['Amara','Daniel','Priya','Marcus','Elena','Tom','Grace','Sam','Nadia','Ada','Łukasz','José','Mei','Kwame','Ingrid','Omar']`
const options = (all: readonly string[]) => `array['${all.join(`','`)}']`

export default {
  seed: (owner, size) =>
    owner.query(`
      with made as (insert into users (email) select i || '@member.test' from generate_series(1, ${size}) i returning id, email),
      numbered as (select id, split_part(email, '@', 1)::integer as i from made)
      insert into profiles (user_id, full_name, title, company_name, company_description, industry, stage, needs, can_help_with, location)
      select id, ${any(first, `'f'`)} || ' ' || ${word(`'s'`)} || ${rare}, 'Founder', ${word(`'c'`)} || ' Labs', ${text},
        ${any(options(industries), `'i'`)}, ${any(options(stages), `'t'`)}, array[${any(options(helpTopics), `'n'`)}],
        array[${any(options(helpTopics), `'o'`)}], 'West Loop'
      from numbered order by i`),
  cases: [
    list('directory', '', 'true'),
    list('both filters', '&industry=SaaS&stage=Seed', 'industry = $1 and stage = $2', () => ['SaaS', 'Seed']),
    list(
      'looking for and can help',
      '&needs=Hiring&can_help_with=Funding',
      'needs @> array[$1] and can_help_with @> array[$2]',
      () => ['Hiring', 'Funding'],
    ),
    list('search, 10 found', '&q=zeppelin', `search_text like '%' || $1 || '%'`, () => ['zeppelin']),
    {
      name: 'one member',
      kind: 'detail',
      path: n => `/api/members/${ASKERS + 1 + (n % 900)}`,
      sql: `select ${card}, user_id, fundraising_status, contact_method, website, github, bio, completion_percentage, created_at, updated_at
        from profiles where id = $1`,
      values: n => [ASKERS + 1 + (n % 900)],
    },
    {
      name: 'save my profile',
      kind: 'write',
      method: 'PUT',
      path: () => '/api/profile',
      body: n => ({ bio: `What I do, told for the time number ${n}` }),
      sql: `update profiles set bio = $1 where id = $2 returning ${card}, user_id, bio, updated_at`,
      values: n => [`What I do, told for the time number ${n}`, 1 + (n % ASKERS)],
    },
  ],
} satisfies Slice
