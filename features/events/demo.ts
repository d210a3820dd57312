import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from '../../database/connection/sql.ts'
import type { Demo } from '../../scripts/demo/part.ts'

const DAY_MS = 86_400_000

/** A calendar around today. A member adds each event, and another one changes some of them, so that there is a history. */
export async function demo({ tx, now, members, random }: Demo): Promise<void> {
  for (const line of readLines()) {
    const [adder, editor] = random.some(members, 2)
    // Added up to four weeks before the event, and not all today.
    const added = new Date(
      now.getTime() + (Math.min(line.day, 0) - 1 - random.below(27)) * DAY_MS - random.below(DAY_MS),
    )
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

/** A trigger records the current user (app.user_id) as the author of a change. */
const acting = (user = '') => sql`(select set_config('app.user_id', ${user}, true)) as acting`

/** One line per event: days from today, start, end, type, title, place, link, description. */
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

/** The calendar day `days` after `now`, in the machine's time zone: `now` is its midnight. */
function dayOf(now: Date, days: number): string {
  const day = new Date(now.getTime() + days * DAY_MS + DAY_MS / 2)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map(part => String(part).padStart(2, '0')).join('-')
}
