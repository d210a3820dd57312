import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from '../../database/connection/sql.ts'
import type { Demo, Random } from '../../scripts/demo/part.ts'

const DAY_MS = 86_400_000

const linesOf = (file: string) =>
  readFileSync(join(import.meta.dirname, 'demo', file), 'utf8')
    .trim()
    .split('\n')
    .map(line => line.split('|') as string[])

/** Lines of comments.txt start with the rating: 0 for none, p for a private note. */
const sampleComments = linesOf('comments.txt').map(([kind = '', text = '']) => ({ kind, text }))

/** Eighty investors with comments. All people and firms are invented. */
export async function demo(d: Demo): Promise<void> {
  const firms = new Map(linesOf('firms.txt').map(([name = '', ...rest]) => [name, rest]))
  for (const [place, line] of linesOf('people.txt').entries()) {
    const [name = '', , firm = ''] = line
    const id = await addInvestor(d, place, line, firms.get(firm) ?? [])
    await addComments(d, id, name, firm)
  }
}

const asAddress = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z ]/g, '')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '-')

async function addInvestor({ tx, random, now, members }: Demo, place: number, line: string[], firmFields: string[]) {
  const [name = '', title = '', firm = '', about = ''] = line
  const [focus = '', stage = '', check_size = '', thesis = ''] = firmFields
  const site = `${asAddress(firm)}.example`
  const sometimes = (chance: number, value: string) => (random.chance(chance) ? value : '')
  const added = new Date(now.getTime() - (5 + random.below(420)) * DAY_MS - random.below(DAY_MS))
  const updated = random.chance(0.3) ? new Date(added.getTime() + random.below(now.getTime() - added.getTime())) : added
  // Some have no recorded creator.
  const creator = place % 27 === 26 ? null : random.pick(members).user_id
  const { id } = await tx.one<{ id: number }>(sql`
    insert into investors (name, title, firm, email, website, linkedin, twitter, focus, stage, check_size, description, notes,
      user_id, created_at, updated_at)
    values (${name}, ${title}, ${firm}, ${sometimes(0.7, `${asAddress(name).split('-')[0]}@${site}`)},
      ${sometimes(0.9, `https://${site}`)}, ${sometimes(0.6, `${asAddress(name)}-demo`)}, ${sometimes(0.4, `@${asAddress(name).replaceAll('-', '_')}_demo`)},
      ${focus.split(',')}, ${stage.split(',')}, ${sometimes(0.9, check_size)}, ${place % 19 === 18 ? '' : `${thesis} ${about}`},
      ${sometimes(0.25, noteOf(random))}, ${creator}, ${added}, ${updated}) returning id`)
  return id
}

const noteOf = (random: Random) =>
  random.pick([
    'Best reached by a warm introduction from a portfolio founder.',
    'Meets new companies on Thursdays only.',
    'Asks for a data room before the second meeting.',
    'Does not sign NDAs; do not ask.',
    'Invests out of the third fund, closed last year.',
    'Happy to be sent updates before you raise.',
  ])

async function addComments({ tx, random, now, members }: Demo, investor: number, name: string, firm: string) {
  const [first = ''] = name.replace('Dr. ', '').split(' ')
  // Most have a few comments, some none, a few many.
  const count = random.chance(0.15) ? 0 : random.chance(0.12) ? 9 + random.below(9) : 1 + random.below(5)
  const liked = random.pick([5, 5, 4, 4, 4, 3, 2])
  const candidates = random
    .some(sampleComments, sampleComments.length)
    .sort((a, b) => distance(a.kind, liked) - distance(b.kind, liked))
  for (const { kind, text } of random.some(candidates.slice(0, count * 2), count)) {
    const when = new Date(now.getTime() - random.below(300 * DAY_MS))
    await tx.run(sql`
      insert into investor_comments (investor_id, user_id, content, rating, is_private, created_at)
      values (${investor}, ${random.pick(members).profile_id}, ${text.replaceAll('{first}', first).replaceAll('{firm}', firm)},
        ${kind === 'p' ? random.pick([3, 4, null]) : Number(kind) || null}, ${kind === 'p'}, ${when})`)
  }
}

/** Distance between a comment's rating and the investor's popularity. Comments without a rating fit everywhere. */
const distance = (kind: string, liked: number) => (kind === 'p' || kind === '0' ? 0.8 : Math.abs(Number(kind) - liked))
