import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from '../../database/connection/sql.ts'
import type { Demo } from '../../scripts/demo/part.ts'
import type { Category } from './contract.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Age of the demo community. */
const AGE_MS = 150 * DAY_MS

type Member = Demo['members'][number]
type Reply = { text: string; byAuthor: boolean }
type Topic = {
  category: Category
  pinned: boolean
  anonymous: boolean
  title: string
  content: string
  replies: Reply[]
}

/** Sixty topics with replies and likes; the last one is from yesterday. */
export async function demo(d: Demo): Promise<void> {
  const first = d.now.getTime() - AGE_MS - DAY_MS
  await d.tx.run(sql`update posts set created_at = ${new Date(first)}, updated_at = ${new Date(first)}`)
  // Shuffled to mix the categories. Inserted oldest first, because lists sort by id.
  const topics = d.random.some(readTopics(), 60)
  for (const [place, topic] of topics.entries()) {
    // Few at first, several a day now, as in a growing community.
    const left = (topics.length - place - d.random.next() * 0.6) / topics.length
    const at = d.now.getTime() - AGE_MS * left ** 2 - 2 * HOUR_MS
    // The demo account owns some topics, to edit and pin.
    const author = place % 15 === 7 ? (d.members[0] as Member) : d.random.pick(d.members)
    const id = await writeTopic(d, topic, author, new Date(at))
    await writeReplies(d, topic, id, author, at)
    await like(d, id, at)
  }
  await writeAs(d, '')
}

/** Blocks separated by '---': category and flags, title, text. '= ' starts a reply, '=@ ' a reply by the topic's author. */
function readTopics(): Topic[] {
  const text = readFileSync(join(import.meta.dirname, 'demo/topics.txt'), 'utf8')
  return text.split('\n---\n').map(block => {
    const lines = block.trim().split('\n')
    const [category = '', ...marks] = (lines[0] ?? '').split(', ')
    const isReply = (line: string) => /^=@? /.test(line)
    return {
      category: category as Category,
      pinned: marks.includes('pinned'),
      anonymous: marks.includes('anonymous'),
      title: lines[1] ?? '',
      content: lines.filter((line, n) => n > 1 && !isReply(line)).join('\n'),
      replies: lines
        .filter(isReply)
        .map(line => ({ text: line.replace(/^=@? /, ''), byAuthor: line.startsWith('=@') })),
    }
  })
}

/** A trigger records the current profile (app.profile_id) as the author of an anonymous topic. */
const writeAs = ({ tx }: Pick<Demo, 'tx'>, profileId: string) =>
  tx.run(sql`select set_config('app.profile_id', ${profileId}, true)`)

async function writeTopic({ tx }: Demo, topic: Topic, author: Member, at: Date): Promise<number> {
  const { title, content, category, pinned, anonymous } = topic
  await writeAs({ tx }, String(author.profile_id))
  const { id } = await tx.one<{ id: number }>(sql`
    insert into posts (user_id, title, content, tags, is_anonymous, is_pinned, created_at, updated_at)
    values (${anonymous ? null : author.profile_id}, ${title}, ${content}, ${[category]}, ${anonymous}, ${pinned}, ${at}, ${at})
    returning id`)
  return id
}

async function writeReplies(d: Demo, { replies, anonymous }: Topic, id: number, author: Member, start: number) {
  const others = d.random.some(
    d.members.filter(member => member !== author),
    replies.length,
  )
  let at = start
  for (const [n, { text, byAuthor }] of replies.entries()) {
    at = Math.min(at + (0.3 + d.random.next() * 9) * HOUR_MS, d.now.getTime() - (replies.length - n) * HOUR_MS * 0.2)
    const hidden = byAuthor && anonymous
    const writer = byAuthor ? author : (others[n] as Member)
    await d.tx.run(sql`
      insert into comments (post_id, user_id, content, is_anonymous, created_at, updated_at)
      values (${id}, ${hidden ? null : writer.profile_id}, ${text}, ${hidden}, ${new Date(at)}, ${new Date(at)})`)
  }
}

async function like({ tx, random, members, now }: Demo, id: number, at: number) {
  for (const member of random.some(members, Math.floor(random.next() ** 2 * 26))) {
    const when = new Date(Math.min(at + random.next() * 3 * DAY_MS, now.getTime() - HOUR_MS))
    await tx.run(
      sql`insert into post_likes (post_id, profile_id, created_at) values (${id}, ${member.profile_id}, ${when})`,
    )
  }
}
