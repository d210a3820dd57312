/**
 * A VTIMEZONE block for a range of years, built from Node's time zone data: one observance per clock change, so that a calendar
 * program that does not know the zone still shows the right time.
 */
const DAY_MS = 86_400_000

export function vtimezone(zone: string, firstYear: number, lastYear: number): string {
  const key = `${zone} ${firstYear} ${lastYear}`
  const cached = cachedBlocks.get(key)
  if (cached !== undefined) return cached
  const block = blockOf(zone, firstYear, lastYear)
  // Members choose the years, so the cache is bounded: evict the oldest entry.
  if (cachedBlocks.size >= MAX_CACHED) cachedBlocks.delete(cachedBlocks.keys().next().value ?? '')
  cachedBlocks.set(key, block)
  return block
}

/** Cached because building a block looks up the offset of every day in the range. */
const cachedBlocks = new Map<string, string>()
const MAX_CACHED = 100

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
    // In local time before the change, as RFC 5545 defines DTSTART.
    `DTSTART:${new Date(at + before * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '')}`,
    `TZOFFSETFROM:${signed(before)}`,
    `TZOFFSETTO:${signed(after)}`,
    `TZNAME:${shortName(zone, at)}`,
    `END:${kind}`,
  ]
}

/** The instants at which the offset changes, to the second (binary search). Assumes at most one change per day. */
function changesOf(zone: string, from: number, to: number): number[] {
  const changes: number[] = []
  for (let day = from; day < to; day += DAY_MS) {
    if (offsetAt(zone, day) === offsetAt(zone, day + DAY_MS)) continue
    let [before, after] = [day, day + DAY_MS]
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
  return parts.find(candidate => candidate.type === 'timeZoneName')?.value ?? ''
}

// Cached: creating an Intl.DateTimeFormat costs far more than using it.
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
