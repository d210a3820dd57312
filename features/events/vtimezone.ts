/**
 * A VTIMEZONE of a zone for some years, from the time zone data that Node itself carries: one observance for each change of
 * the clocks, so that a calendar program that has never heard of the zone still puts the event at the right instant.
 */
const DAY = 86_400_000

export function vtimezone(zone: string, firstYear: number, lastYear: number): string {
  const key = `${zone} ${firstYear} ${lastYear}`
  const known = made.get(key)
  if (known !== undefined) return known
  const block = blockOf(zone, firstYear, lastYear)
  // The years are the members' to choose: the oldest entry makes room.
  if (made.size >= MOST_KEPT) made.delete(made.keys().next().value ?? '')
  made.set(key, block)
  return block
}

/** Making one asks for the offset of every day of those years, and it is the same for every request. */
const made = new Map<string, string>()
const MOST_KEPT = 100

function blockOf(zone: string, firstYear: number, lastYear: number): string {
  const from = Date.UTC(firstYear, 0, 1)
  const changes = changesOf(zone, from, Date.UTC(lastYear + 1, 0, 1))
  const start = offsetAt(zone, from)
  const observances = [
    observance(zone, from, start, start),
    ...changes.map(at => observance(zone, at, offsetAt(zone, at - 1000), offsetAt(zone, at))),
  ]
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances.flat(), 'END:VTIMEZONE'].join('\r\n')
}

function observance(zone: string, at: number, before: number, after: number): string[] {
  const kind = isSummer(zone, at) ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    // Onset as the clock read it before the change.
    `DTSTART:${new Date(at + before * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '')}`,
    `TZOFFSETFROM:${signed(before)}`,
    `TZOFFSETTO:${signed(after)}`,
    `TZNAME:${shortName(zone, at)}`,
    `END:${kind}`,
  ]
}

/** The instants at which the offset changes, to the second. No zone changes its clocks twice within a day. */
function changesOf(zone: string, from: number, to: number): number[] {
  const changes: number[] = []
  for (let day = from; day < to; day += DAY) {
    if (offsetAt(zone, day) === offsetAt(zone, day + DAY)) continue
    let [before, after] = [day, day + DAY]
    while (after - before > 1000) {
      const middle = Math.floor((before + after) / 2000) * 1000
      if (offsetAt(zone, middle) === offsetAt(zone, day)) before = middle
      else after = middle
    }
    changes.push(after)
  }
  return changes
}

/** Seconds east of Greenwich. */
function offsetAt(zone: string, at: number): number {
  const [, sign, hours, minutes = '0', seconds = '0'] =
    /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(part(zone, at, 'longOffset')) ?? []
  if (!hours) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
}

function isSummer(zone: string, at: number): boolean {
  const year = new Date(at).getUTCFullYear()
  const [january, july] = [offsetAt(zone, Date.UTC(year, 0, 1)), offsetAt(zone, Date.UTC(year, 6, 1))]
  return january !== july && offsetAt(zone, at) === Math.max(january, july)
}

const shortName = (zone: string, at: number) => part(zone, at, 'short')

function part(zone: string, at: number, timeZoneName: 'longOffset' | 'short'): string {
  const parts = formatOf(zone, timeZoneName).formatToParts(at)
  return parts.find(one => one.type === 'timeZoneName')?.value ?? ''
}

// Making one costs far more than using it.
const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(timeZone: string, timeZoneName: 'longOffset' | 'short'): Intl.DateTimeFormat {
  const key = `${timeZone} ${timeZoneName}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName })
    formats.set(key, format)
  }
  return format
}

function signed(seconds: number): string {
  const [sign, rest] = [seconds < 0 ? '-' : '+', Math.abs(seconds)]
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0')
  return `${sign}${two(rest / 3600)}${two((rest % 3600) / 60)}${rest % 60 ? two(rest % 60) : ''}`
}
