import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from '../../database/connection/sql.ts'
import type { Demo } from '../../scripts/demo/part.ts'

const DAY = 86_400_000

/** A calendar around today. Each event is added by a member, some were changed by another: the history shows it. */
export async function demo({ tx, now, members, random }: Demo): Promise<void> {
  for (const line of readLines()) {
    const [adder, editor] = random.some(members, 2)
    // Up to four weeks ahead of it, and not all of them today.
    const added = new Date(now.getTime() + (Math.min(line.day, 0) - 1 - random.below(27)) * DAY - random.below(DAY))
    const { id } = await tx.one<{ id: number }>(sql`
      insert into events (title, description, location, event_date, start_time, end_time, ends_next_day, event_type, is_online, meeting_link,
        created_at, updated_at)
      select ${line.title}, ${line.description}, ${line.location}, ${dayOf(now, line.day)}::date, ${line.start}::time, ${line.end}::time,
        ${line.end < line.start}, ${line.type}, ${line.link !== ''}, ${line.link || null}, ${added}, ${added}
      from ${acting(adder?.user_id)} returning id`)
    if (random.chance(0.3))
      await tx.run(sql`
        update events set description = description || ${'\n\nUpdate: doors open ten minutes earlier.'}
        from ${acting(editor?.user_id)} where id = ${id}`)
  }
  await tx.run(sql`select from ${acting('')}`)
}

/** The database signs a change with whoever it runs for. */
const acting = (user = '') => sql`(select set_config('app.user_id', ${user}, true)) as acting`

/** A line an event: days from today, from, to, type, title, place, link, description. */
function readLines() {
  const text = readFileSync(join(import.meta.dirname, 'demo/events.txt'), 'utf8')
  return text
    .trim()
    .split('\n')
    .map(line => {
      const [day = '', start = '', end = '', type, title, location, link = '', description] = line.split('|')
      return { day: Number(day), start, end, type, title, location, link, description }
    })
}

/** The calendar day so many days from `now`, as the machine counts days: `now` is its midnight. */
function dayOf(now: Date, days: number): string {
  const day = new Date(now.getTime() + days * DAY + DAY / 2)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map(part => String(part).padStart(2, '0')).join('-')
}
