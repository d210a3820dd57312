import { rowsOf } from '../../database/list/list.ts'
import { byName, isListed, searched } from '../../features/members/search.ts'
import type { Bench, Case } from '../bench.ts'

const stored = `title, company_name, company_description, company_website, industry, stage, location, needs, can_help_with, linkedin_url,
  twitter_handle, avatar_url`
/** A card as the directory answers it, under every name its fields are read by. */
export const card = `id, full_name, ${stored}, can_help_with as expertise, linkedin_url as linkedin, avatar_url as profile_picture`
const member = `${card}, user_id, fundraising_status, contact_method, website, github, bio, completion_percentage, created_at, updated_at`

const first = `array['Amara','Daniel','Priya','Marcus','Elena','Tom','Grace','Sam','Nadia','Ada','Łukasz','José','Mei','Kwame','Ingrid','Omar',
  'Sofia','Hannah','Diego','Yuki','Fatima','Noah','Olivia','Liam','Chloe','Rahul','Anya','Femi','Lucia','Viktor','Zoë','Isaac']`
const starts = `array['Bran','Car','Del','Fen','Gor','Hal','Kes','Lind','Mor','Nor','Os','Pel','Ros','Sten','Tor','Vel']`
const middles = `array['a','el','en','i','in','o','or','os','u','al','ar','er','is','it','on','um']`
const ends = `array['berg','dale','field','ford','gate','holm','land','ley','man','mere','ridge','sen','stone','ton','well','wick']`
const kinds = `array['Freight','Bio','Ledger','Solar','Health','Schools','Robotics','Labs','Pay','Foods','Energy','Media','Homes','Games','Cloud']`
const does = `array['drayage scheduling for rail ramps','protein assays for small labs','audit trails for accountants','community rooftops',
  'care navigation for employers','demand response for freezers','family messaging for schools','palletising arms','decision logs',
  'inventory for grocers','permits for contractors','claims for dentists','tutoring for students','sensors for couriers','payroll for restaurants']`
const industries = `array['SaaS','Fintech','Healthcare','E-commerce','Marketplace','AI/ML','Consumer','Enterprise','Gaming','Media','Education','Web3',
  'Climate/Clean Tech','Food & Beverage','Hardware','Real Estate','Travel','Other']`
const stages = `array['Idea/Pre-Product','MVP','Pre-Seed','Seed','Series A','Series B+','Profitable','Bootstrapped']`

/** So many have a name and a company called like few others, in any community: a search for them has the same answer in all. */
const RARE = 100

/** One of a list, by chance, but the same chance every time. */
const any = (options: string, salt: string) =>
  `(${options})[1 + abs(hashtext(i || '${salt}')) % cardinality(${options})]`
const surname = (salt: string) =>
  `${any(starts, `${salt}1`)} || ${any(middles, `${salt}2`)} || ${any(ends, `${salt}3`)} || case when i <= ${RARE} then 'ovska' else '' end`

const list = (where: string, most = 24) =>
  `select ${card} from profiles where full_name <> '' and ${where} order by full_name, id limit ${most}`
const filtered = (name: string, most: number): Case => ({
  name,
  path: () => `/api/members?limit=${most}&industry=SaaS&stage=Seed`,
  limit: { sql: list(`industry = $1 and stage = $2`, most), values: () => ['SaaS', 'Seed'] },
})
/** A search is more than a condition: the limit runs the very statement that finds, without session, rules and JSON. */
const search = (name: string, wordOf: (n: number) => string): Case => {
  const find = (n: number) =>
    rowsOf({ from: 'profiles', order: byName, filters: [isListed], search: searched(wordOf(n)), most: 25 }).toQuery()
  return {
    name,
    path: n => `/api/members?limit=24&q=${encodeURIComponent(wordOf(n))}`,
    limit: {
      sql: `select ${card} from (${find(0).text}) found limit 24`,
      values: n => find(n).values,
    },
  }
}

const bench: Bench = {
  slice: 'members',
  sizes: [1000, 100_000],
  async seed(owner, size) {
    await owner.query(`
      with made as (insert into users (email) select i || '@member.bench.test' from generate_series(1, ${size}) i returning id, email),
      numbered as (select id, split_part(email, '@', 1)::integer as i from made)
      insert into profiles (user_id, full_name, title, company_name, company_description, company_website, industry, stage, needs, can_help_with,
        location, linkedin_url, twitter_handle, completion_percentage)
      select id, ${any(first, 'f')} || ' ' || ${surname('s')}, 'Founder & CEO', ${surname('c')} || ' ' || ${any(kinds, 'k')},
        'We build ' || ${any(does, 'd')} || ', and later perhaps ' || ${any(does, 'e')} || '. Two pilots, a waitlist, and customers who call back.',
        'https://example.com', ${any(industries, 'i')}, ${any(stages, 't')}, '{Hiring,Customers}', '{Funding}', 'West Loop', 'someone', '@someone', 80
      from numbered`)
  },
  async cases(owner) {
    const { rows } = await owner.query<{ id: number; surname: string; part: string; common: string }>(`
      select id, surname, right(split_part(lower(company_name), ' ', 1), 9) as part, replace(surname, 'ovska', '') as common from (
        select id, company_name, lower(split_part(full_name, ' ', 2)) as surname from profiles) p
      where surname like '%ovska' order by id`)
    const pages = await owner.query<{ id: number; full_name: string }>(
      `select id, full_name from profiles where full_name <> '' order by full_name, id offset 600 limit 1`,
    )
    const page50 = pages.rows[0] ?? { id: 0, full_name: '' }
    const one = (n: number) => rows[n % rows.length] ?? { id: 0, surname: '', part: '', common: '' }
    const cards: Case[] = [
      { name: 'list', path: () => '/api/members?limit=24', limit: { sql: list('true'), values: () => [] } },
      search('search for a surname', n => one(n).surname),
      search('search for a part of a word', n => one(n).part),
      search('search for a common word', () => 'payroll'),
      filtered('both filters, five', 5),
      {
        name: 'page 50',
        path: () => `/api/members?limit=24&after=${encodeURIComponent(`${page50.id}:${page50.full_name}`)}`,
        limit: { sql: list(`(full_name, id) > ($1, $2)`), values: () => [page50.full_name, page50.id] },
      },
      {
        name: 'one member',
        path: n => `/api/members/${one(n).id}`,
        limit: { sql: `select ${member} from profiles where id = $1`, values: n => [one(n).id], isOneRow: true },
      },
      // In a large community more members answer to these: 24, where there were few.
      search('search for 1 in 4,000', n => one(n).common),
      filtered('both filters', 24),
    ]
    return [
      ...cards.map(each => ({ ...each, goal: 0.7, growth: 1.5 })),
      // Asked for apart from the cards, which never wait for it. Counting takes longer the more there is to count.
      {
        name: 'counts, apart from the cards',
        path: () => '/api/members/counts',
        limit: {
          sql: `with pairs as (select industry, stage, count(*)::integer as n from profiles where full_name <> '' group by 1, 2)
            select sum(n)::integer as matching, sum(n)::integer as listed, false as is_close,
              (select json_agg(json_build_object('value', industry, 'count', n) order by industry collate "C") from (
                select industry, sum(n)::integer as n from pairs where industry <> '' group by 1) i) as industries,
              (select json_agg(json_build_object('value', stage, 'count', n) order by stage collate "C") from (
                select stage, sum(n)::integer as n from pairs where stage <> '' group by 1) s) as stages from pairs`,
          values: () => [],
          isOneRow: true,
        },
      },
    ]
  },
}
export default bench
