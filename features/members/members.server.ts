import { sql } from '../../database/connection/sql.ts'
import { list } from '../../database/list/list.ts'
import { call, page } from '../../server/pages/boot.ts'
import { read } from '../../server/request/endpoint.ts'
import { contributionListing, countContributions, listContributions } from '../contributions/contract.ts'
import { getReasons } from '../matches/contract.ts'
import { getMute } from '../notifications/contract.ts'
import { bestFirst } from './best.ts'
import { cardJson } from './card-json.ts'
import { getMember, listMembers, memberListing } from './contract.ts'
import counts from './counts.server.ts'
import names from './names.server.ts'
import profiles from './profiles.server.ts'
import { byName, narrowed } from './search.ts'
import { memberIdOf } from './shared/member-text.ts'

const listed = read(listMembers, ({ query: { sort, limit, after, ...filters } }) => {
  const page = { ...narrowed(filters), limit, after }
  return sort === 'best' ? bestFirst(page) : list({ ...page, from: 'profiles', order: byName, json: cardJson })
})

/** Removes null contacts from the JSON text. Safe: quotes in members' texts are escaped, so no text can match. */
const memberById = read(
  getMember,
  ({ params }) => sql`
    select replace(replace(row_to_json(members)::text, ',"email":null', ''), ',"phone":null', '') from members where id = ${params.id}`,
  { absent: 'Member not found' },
)

export default [...counts, ...names, ...profiles, listed, memberById]

function memberPage({ pathname }: URL) {
  const id = memberIdOf(pathname)
  return [
    call(getMember, { id }),
    call(getMute, { id }),
    call(getReasons, { id }),
    call(countContributions, { id }),
    call(listContributions, { id, ...contributionListing({}) }),
  ]
}

/** Preloads the cards but not the counts, which take longer in a large community. */
export const preloads = [
  page('/members', ({ searchParams }) => [call(listMembers, memberListing(Object.fromEntries(searchParams)))]),
  page('/members/:id', memberPage),
  page('/member/:id', memberPage),
]
