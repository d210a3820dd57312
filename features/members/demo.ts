import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { completionOf } from '../../contract/completion.ts'
import { contactMethods, helpTopics } from '../../contract/options.ts'
import { sql } from '../../database/connection/sql.ts'
import type { Demo, Random } from '../../scripts/demo/part.ts'
import { type Look, portrait, type Tone } from './demo/portrait.ts'

/** The account of the demo: the first person of the list. */
export const DEMO_EMAIL = 'demo@example.com'

const DAY_MS = 86_400_000

type Line = ReturnType<typeof readLines>[number]
type Person = ReturnType<typeof personOf>

/** 120 invented members with invented companies and generated portraits. */
export async function demo(d: Demo): Promise<void> {
  for (const [place, line] of readLines().entries()) {
    const person = personOf(line, place, d)
    const picture = place === 0 || d.random.chance(0.85) ? await drawPicture(d, line) : null
    d.members.push(await register(d, { ...person, avatar_url: picture }))
  }
}

function readLines() {
  const text = readFileSync(join(import.meta.dirname, 'demo/people.txt'), 'utf8')
  return text
    .trim()
    .split('\n')
    .map(line => {
      const [full_name, title, company_name, industry, stage, location, company_description, bio, look, tone] =
        line.split('|') as [string, string, string, string, string, string, string, string, Look, Tone]
      return { full_name, title, company_name, industry, stage, location, company_description, bio, look, tone }
    })
}

const asAddress = (words: string) =>
  words
    .normalize('NFKD')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replace(/[^A-Za-z0-9 -]/g, '')
    .toLowerCase()
    .replace(/\s+/g, '-')

function personOf(line: Line, place: number, { random, now }: Demo) {
  const first = asAddress(line.full_name.split(' ')[0] ?? '')
  const site = `${asAddress(line.company_name)}.example`
  const handle = `${asAddress(line.full_name)}-demo`
  const needs = random.some(helpTopics, 1 + random.below(4))
  const sometimes = <T>(chance: number, value: T) => (random.chance(chance) ? value : null)
  const joined = new Date(now.getTime() - (3 + place * 5 + random.below(6)) * DAY_MS)
  return {
    ...line,
    account: place === 0 ? DEMO_EMAIL : `${handle}@example.com`,
    email: `${first}@${site}`,
    email_visibility: random.chance(0.85) ? 'members' : 'only me',
    phone: `(312) 555-01${String(place % 100).padStart(2, '0')}`,
    phone_visibility: random.chance(0.3) ? 'members' : 'only me',
    // Some profiles are incomplete.
    bio: place > 0 && random.chance(0.12) ? null : line.bio,
    company_website: sometimes(0.9, `https://${site}`),
    fundraising_status: statusAt(line.stage, random),
    needs,
    can_help_with: random.some(
      helpTopics.filter(topic => !needs.includes(topic)),
      1 + random.below(4),
    ),
    contact_method: random.pick(contactMethods),
    website: sometimes(0.35, `https://${first}.example`),
    twitter_handle: sometimes(0.6, `@${first}_${asAddress(line.company_name).replaceAll('-', '')}`.slice(0, 24)),
    linkedin_url: sometimes(0.85, handle),
    github: sometimes(/CTO|engineer/i.test(line.title + line.bio) ? 0.8 : 0.15, handle),
    joined: joined.toISOString(),
  }
}

function statusAt(stage: string, random: Random): string {
  if (stage === 'Bootstrapped' || stage === 'Profitable')
    return random.chance(0.85) ? 'Not Fundraising' : 'Always Fundraising'
  if (stage === 'Idea/Pre-Product' || stage === 'MVP') return random.pick(['Not Fundraising', 'Preparing to Fundraise'])
  return random.pick([
    'Preparing to Fundraise',
    'Actively Fundraising',
    'Actively Fundraising',
    'Recently Closed Round',
  ])
}

async function drawPicture({ files, random }: Demo, { look, tone }: Line): Promise<string> {
  const { default: sharp } = await import('sharp')
  const drawing = Buffer.from(portrait(random, look, tone))
  const name = Array.from({ length: 22 }, () => random.pick([...'abcdefghijkmnopqrstuvwxyz0123456789'])).join('')
  await files.put(`avatars/${name}.webp`, await sharp(drawing).webp().toBuffer(), 'image/webp')
  await files.put(`avatars/${name}-96.webp`, await sharp(drawing).resize(96).webp().toBuffer(), 'image/webp')
  return `/api/files/${name}.webp`
}

async function register({ tx, passwordHash }: Demo, p: Person & { avatar_url: string | null }) {
  const { user_id } = await tx.one<{ user_id: string }>(sql`
    insert into users (email, username, password_hash, created_at)
    values (${p.account}, ${p.full_name}, ${passwordHash}, ${p.joined}) returning id as user_id`)
  const { profile_id } = await tx.one<{ profile_id: number }>(sql`
    insert into profiles (user_id, full_name, title, company_name, company_description, company_website, industry, stage,
      fundraising_status, needs, can_help_with, contact_method, location, twitter_handle, linkedin_url, github, website, bio,
      avatar_url, completion_percentage, created_at, updated_at)
    values (${user_id}, ${p.full_name}, ${p.title}, ${p.company_name}, ${p.company_description}, ${p.company_website}, ${p.industry},
      ${p.stage}, ${p.fundraising_status}, ${p.needs}, ${p.can_help_with}, ${p.contact_method}, ${p.location}, ${p.twitter_handle},
      ${p.linkedin_url}, ${p.github}, ${p.website}, ${p.bio}, ${p.avatar_url}, ${completionOf(p)}, ${p.joined}, ${p.joined})
    returning id as profile_id`)
  await tx.run(sql`
    insert into profile_contacts (profile_id, kind, value, visibility)
    values (${profile_id}, 'email', ${p.email}, ${p.email_visibility}), (${profile_id}, 'phone', ${p.phone}, ${p.phone_visibility})`)
  return { user_id, profile_id, full_name: p.full_name, company_name: p.company_name }
}
