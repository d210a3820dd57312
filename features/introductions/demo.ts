import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from '../../database/connection/sql.ts'
import type { Demo } from '../../scripts/demo/part.ts'
import { draftOf } from './shared/blurb-draft.ts'
import type { Status, Urgency } from './shared/labels.ts'

const DAY_MS = 86_400_000
const FIRST_DAYS_AGO = 170

type DemoRequest = ReturnType<typeof readRequests>[number]

/** Forty-one requests over the last half year, oldest first, with comments. */
export async function demo(d: Demo): Promise<void> {
  const requests = readRequests()
  const step = FIRST_DAYS_AGO / requests.length
  for (const [place, request] of requests.entries()) {
    const createdAt = d.now.getTime() - (FIRST_DAYS_AGO - place * step) * DAY_MS + d.random.below(step * DAY_MS * 0.9)
    await addRequest(d, request, Math.min(createdAt, d.now.getTime() - DAY_MS / 4))
  }
  await markQuiet(d)
  await addBlurbs(d)
}

type Drafted = { id: number; request: Parameters<typeof draftOf>[0]; profile: Parameters<typeof draftOf>[1] }

/** Whoever is being introduced has kept a text to forward. */
async function addBlurbs({ tx }: Demo): Promise<void> {
  const requests = await tx.rows<Drafted>(sql`
    select r.id, to_jsonb(r) as request, to_jsonb(p) as profile from introduction_requests r join profiles p on p.user_id = r.user_id
    where r.status <> 'pending'`)
  for (const { id, request, profile } of requests)
    await tx.run(sql`insert into introduction_blurbs (request_id, text) values (${id}, ${draftOf(request, profile)})`)
}

/** Requests that have waited for 30 days are quiet, as the nightly job makes them; one of the demo account since yesterday. */
async function markQuiet({ tx, now, members: [me] }: Demo): Promise<void> {
  await tx.run(sql`
    update introduction_requests set quiet_since = created_at + interval '30 days'
    where status = 'pending' and created_at < ${now}::timestamptz - interval '31 days'`)
  await tx.run(sql`
    update introduction_requests set quiet_since = ${new Date(now.getTime() - DAY_MS)}
    where id = (select min(id) from introduction_requests where user_id = ${me?.user_id ?? null} and status in ('pending', 'in_progress')
      and created_at < ${now}::timestamptz - interval '31 days')`)
}

/** One paragraph per request: requester, urgency, status and target; title; context; comments. */
function readRequests() {
  const text = readFileSync(join(import.meta.dirname, 'demo/requests.txt'), 'utf8')
  return text
    .trim()
    .split('\n\n')
    .map(paragraph => {
      const [head = '', title = '', context = '', ...commentLines] = paragraph.split('\n')
      const [requester = '', urgency = '', status = '', target = ''] = head.split('|').map(part => part.trim())
      const [, person = '', email = ''] = /^([^<]*?)\s*(?:<(.+)>)?$/.exec(target) ?? []
      const comments = commentLines.map(line => {
        const [, author = '', text = ''] = /^- (.+?): (.+)$/.exec(line) ?? []
        return { author, text }
      })
      return {
        requester,
        urgency: urgency as Urgency,
        status: status as Status,
        person,
        email,
        title,
        context,
        comments,
      }
    })
}

/** The status changes that lead to each status. */
const statusPath: Record<Status, Status[]> = {
  pending: [],
  in_progress: ['in_progress'],
  approved: ['in_progress', 'approved'],
  declined: ['declined'],
  completed: ['in_progress', 'approved', 'completed'],
}

async function addRequest(d: Demo, request: DemoRequest, createdAt: number): Promise<void> {
  const requester = memberNamed(d, request.requester)
  const target = d.members.find(member => member.full_name === request.person)
  const at = new Date(createdAt)
  const { id } = await d.tx.one<{ id: number }>(sql`
    insert into introduction_requests (user_id, request_title, context, your_company, target_person, target_profile_id, target_investor_id,
      urgency, created_at, updated_at)
    values (${requester.user_id}, ${request.title}, ${request.context}, ${requester.company_name}, ${request.person || null},
      ${target?.profile_id ?? null}, (select min(id) from investors where name = ${request.person} and ${target === undefined}),
      ${request.urgency}, ${at}, ${at}) returning id`)
  if (request.email) await d.tx.run(sql`insert into introduction_targets values (${id}, ${request.email})`)

  // Spread comments and status changes over two weeks, or until now.
  const span =
    Math.min(14 * DAY_MS, d.now.getTime() - createdAt) /
    (request.comments.length + statusPath[request.status].length + 1)
  let time = createdAt
  const next = () => {
    time += span * (0.3 + d.random.next() * 0.7)
    return new Date(time)
  }
  for (const { author, text } of request.comments)
    await d.tx.run(sql`
      insert into introduction_comments (request_id, user_id, comment_text, created_at)
      values (${id}, ${memberNamed(d, author).user_id}, ${text}, ${next()})`)
  for (const status of statusPath[request.status])
    await d.tx.run(sql`update introduction_requests set status = ${status}, updated_at = ${next()} where id = ${id}`)
}

function memberNamed(d: Demo, name: string): Demo['members'][number] {
  const found = d.members.find(member => member.full_name === name)
  if (!found) throw new Error(`The demo has no member named ${name}.`)
  return found
}
