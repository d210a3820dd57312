import type pg from 'pg'
import { helpTopics, industries } from '../contract/options.ts'
import type { Community } from './community.ts'
import type { Server } from './processes.ts'
import { ask, inWords, medians, type Work } from './timing.ts'

const list = (options: readonly string[]) => `array['${options.join(`','`)}']`
const areas = list(helpTopics)
/** One of the areas, for the row with this number. */
const area = (n: string) => `(${areas})[1 + (${n}) % ${helpTopics.length}]`

/** Profiles that offer and seek help. */
export async function fillProfiles(owner: pg.Client, members: number): Promise<void> {
  await owner.query('alter table profiles disable trigger user')
  await owner.query(`
    update profiles set can_help_with = array[${area('id')}, ${area('id * 7 + 3')}], needs = array[${area('id * 5')}, ${area('id * 11 + 1')}],
      industry = (${list(industries)})[1 + id % ${industries.length}], company_name = 'Company ' || id / 3,
      company_description = repeat('We make things that others need. ', 4),
      full_name = full_name || case when id % ${members / 10} = 0 then ' Zeppelin' else '' end`)
  await owner.query('alter table profiles enable trigger user')
}

/**
 * Profiles that offer and seek help; a comment on each investor, two of three in public; and as many requests as members, half of them to
 * investors, two of five of them open. Without triggers, which would take minutes.
 */
export async function fillSuggestions(
  owner: pg.Client,
  { members, investors }: { members: number; investors: number },
): Promise<void> {
  await fillProfiles(owner, members)
  const tables = ['investor_comments', 'introduction_requests']
  for (const table of tables) await owner.query(`alter table ${table} disable trigger user`)
  await owner.query(`
    insert into investor_comments (id, investor_id, user_id, content, is_private)
    select i, 1 + i % ${investors - 2}, 2 + (i * 31::bigint) % ${members}, 'Answers quickly.', i % 3 = 0 from generate_series(1, ${investors}) i`)
  await owner.query(`
    insert into introduction_requests (user_id, request_title, context, your_company, target_investor_id, status, help_areas)
    select p.user_id, 'Request of ' || p.id, 'Text', 'Firm', case when p.id % 2 = 0 then 1 + (p.id * 17::bigint) % ${investors} end,
      (array['pending', 'declined', 'completed', 'in_progress', 'completed'])[1 + p.id % 5],
      p.needs || case when p.id % 2 = 0 then array['Funding'] else '{}' end
    from profiles p where p.id > 1`)
  for (const table of tables) await owner.query(`alter table ${table} enable trigger user`)
}

type Sides = { few: Server; small: Community; many: Server; large: Community; investors: number }

/** Suggestions for different targets and 'I could help', compared with the directory's search, and with a small community. */
export async function measureSuggestions({ few, small, many, large, investors }: Sides): Promise<string> {
  const get = (path: string): [Work, Work] => [() => ask(few, small, 'GET', path), () => ask(many, large, 'GET', path)]
  const [, searched] = get('/api/members?limit=24&q=zeppelin')
  const figure = async (name: string, path: string, inSmall = path) => {
    const [small] = get(inSmall)
    const [, large] = get(path)
    const [smallMs, largeMs] = await medians(small, large)
    const [ms, searchMs] = await medians(large, searched)
    return `${name} ${ms.toFixed(1)} ms (${(ms / searchMs).toFixed(1)} times the directory's search, ${(largeMs / smallMs).toFixed(1)} times as long as in the small community)`
  }
  const suggestions = '/api/introduction-suggestions'
  const parts = [
    await figure('for an investor', `${suggestions}?investor=77`),
    await figure('for one whom many know', `${suggestions}?investor=${investors}`, `${suggestions}?investor=100`),
    await figure('for one whom nobody knows', `${suggestions}?investor=${investors - 1}`, `${suggestions}?investor=99`),
    await figure('for a member', `${suggestions}?member=50`),
    await figure('for somebody outside', suggestions),
  ]
  const help = await figure("'I could help'", '/api/direct-introduction-requests?show=help&limit=50')
  return `Suggestions with ${inWords(investors)} members and investors (aims: 2 and 2): ${parts.join('; ')}. ${help}.`
}
