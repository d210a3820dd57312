import type { Embedded } from '../database/embedded/embedded.ts'
import { type Community, makeCommunity, startProduct } from './community.ts'
import { fillSuggestions, measureSuggestions } from './suggestions.ts'
import { ask, inWords, medians } from './timing.ts'

const sizes = {
  small: { members: 100, investors: 100, ties: 1000 },
  large: { members: 100_000, investors: 100_000, ties: 1_000_000 },
}
/** So many members have a tie to the last investor, half of them a quiet one. */
const KNOWING = 2000

/**
 * Who knows an investor, with few and many ties; an ask, with and without anybody who knows the investor; suggestions and 'I could help'.
 * Returns sentences with the figures.
 */
export async function benchTies(embedded: Embedded): Promise<string> {
  const [small, large] = [await fill(embedded, 'small'), await fill(embedded, 'large')]
  const [few, many] = [await startProduct(small), await startProduct(large)]
  try {
    const id = (i: number, size: keyof typeof sizes) => 1 + ((i * 7919) % (sizes[size].investors - 2))
    let turn = 0
    const [inSmall, inLarge] = await medians(
      () => ask(few, small, 'GET', `/api/investors/${id(++turn, 'small')}/ties`),
      () => ask(many, large, 'GET', `/api/investors/${id(turn, 'large')}/ties`),
    )
    const [pageInSmall, pageInLarge] = await medians(
      () => ask(few, small, 'GET', `/investors?investor=${id(++turn, 'small')}`),
      () => ask(many, large, 'GET', `/investors?investor=${id(turn, 'large')}`),
    )
    const last = sizes.large.investors
    const [ordinary, popular] = await medians(
      () => ask(many, large, 'GET', `/api/investors/${last - 1}/ties`),
      () => ask(many, large, 'GET', `/api/investors/${last}/ties`),
    )
    const [state, stateInLarge] = await medians(
      () => ask(few, small, 'GET', '/api/introduction-requests/1/ask'),
      () => ask(many, large, 'GET', '/api/introduction-requests/1/ask'),
    )
    let request = 0
    const asked = () => ask(many, large, 'POST', `/api/introduction-requests/${++request}/ask`, {})
    // Requests take turns between an investor whom nobody knows and one whom many know.
    const [alone, known] = await medians(asked, asked, 20)
    const suggestions = await measureSuggestions({ few, small, many, large, investors: last })
    return `Who knows an investor, with ${inWords(sizes.large.ties)} ties to ${inWords(last)} investors: ${inLarge.toFixed(1)} ms, ${(inLarge / inSmall).toFixed(1)} times as long as with ${inWords(sizes.small.ties)} (aim: 2); the whole page of the investor ${pageInLarge.toFixed(1)} ms, ${(pageInLarge / pageInSmall).toFixed(1)} times; an investor whom ${inWords(KNOWING)} members know, ${(popular / ordinary).toFixed(1)} times as long as another. Whether a requester can ask: ${stateInLarge.toFixed(1)} ms, ${(stateInLarge / state).toFixed(1)} times. An ask is answered after ${known.toFixed(1)} ms, ${(known / alone).toFixed(2)} times as long as if nobody knew the investor (aim: 1). ${suggestions}`
  } finally {
    await few.stop()
    await many.stop()
  }
}

function fill(embedded: Embedded, size: keyof typeof sizes): Promise<Community> {
  const { members, investors, ties } = sizes[size]
  return makeCommunity(embedded, `ties_${size}`, 1, async owner => {
    await owner.query(`
      with made as (insert into users (email, username) select 'm' || i || '@bench.test', 'M' || i from generate_series(1, ${members}) i returning id, username)
      insert into profiles (user_id, full_name) select id, 'Member ' || username from made`)
    await owner.query(
      `insert into investors (name, firm) select 'Investor ' || i, 'Firm ' || i from generate_series(1, ${investors}) i`,
    )
    // Profiles have numbers: the member of a tie is found by one. Nobody knows the investor before the last.
    await owner.query(`
      insert into investor_ties (investor_id, user_id, kind, shown)
      select 1 + i % ${investors - 2}, p.user_id, (array['well', 'met', 'invested', 'pitched'])[1 + i % 4], case when i / ${investors} % 3 = 0 then 'named' else 'quiet' end
      from generate_series(0, ${ties - 1}) i join profiles p on p.id = 2 + (i * 31::bigint + i / ${investors}) % ${members}
      on conflict do nothing`)
    await owner.query(`
      insert into investor_ties (investor_id, user_id, kind, shown)
      select ${investors}, user_id, 'met', case when id % 2 = 0 then 'named' else 'quiet' end from profiles where id > 1 order by id limit ${KNOWING}`)
    await owner.query('select refresh_nightly_ties(0, 1000000)')
    // All by the member with a session, so without the limit of asks per week. Its trigger also notes the investor.
    await owner.query(`
      insert into introduction_requests (user_id, request_title, context, your_company, target_investor_id)
      select (select user_id from profiles where id = 1), 'Request ' || i, 'Text', 'Firm', ${investors} - i % 2 from generate_series(1, 100) i`)
    await fillSuggestions(owner, { members, investors })
    await owner.query('alter table tie_asks disable trigger limit_asks')
    await owner.query(`alter table tie_asks alter investor_id set default ${investors}`)
  })
}
