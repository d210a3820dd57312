import type { Mention } from '../../contract/mentions.ts'

export type Occurrence = { mention: Mention; start: number; end: number }

/** Longer than most names. Also bounds the work at every key. */
const MAX_QUERY = 40
const WORD = '[\\p{L}\\p{M}\\p{N}_]'
const QUERY = new RegExp(`(?<!${WORD}|@)@(\\p{L}[^@\\n]*)$`, 'u')

const lower = ({ full_name }: Mention) => full_name.toLowerCase()
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/**
 * Where the names of these members stand in a text as '@Full Name'. Of namesakes, the first occurrence is the first of them; if there are
 * more namesakes than occurrences, those mentioned last count.
 */
export function occurrencesIn(text: string, known: readonly Mention[]): Occurrence[] {
  const named = known.filter(({ full_name }) => full_name)
  if (named.length === 0 || !text.includes('@')) return []
  // The longest name first: of '@Sam Lee' and '@Sam Lee Jones' the longer one matches.
  const names = [...new Set(named.map(lower))].sort((a, b) => b.length - a.length).map(escaped)
  const pattern = new RegExp(`(?<!${WORD}|@)@(?:${names.join('|')})(?!${WORD})`, 'giu')
  const found = [...text.matchAll(pattern)].map(({ 0: matched, index: start }) => ({
    name: matched.slice(1).toLowerCase(),
    start,
    end: start + matched.length,
  }))
  const membersOf = new Map<string, Mention[]>()
  for (const [name, same] of Map.groupBy(found, ({ name }) => name))
    membersOf.set(name, named.filter(member => lower(member) === name).slice(-same.length))
  return found.flatMap(({ name, start, end }) => {
    const namesakes = membersOf.get(name) ?? []
    const mention = namesakes.length > 1 ? namesakes.shift() : namesakes[0]
    return mention ? [{ mention, start, end }] : []
  })
}

/** The members whose names are in a text, each once, in the order of the text. */
export const mentionsIn = (text: string, known: readonly Mention[]): Mention[] => [
  ...new Map(occurrencesIn(text, known).map(({ mention }) => [mention.id, mention])).values(),
]

/** The known members after `picked` was chosen for the '@' at `start`. Its place among its namesakes is that of its name in the text. */
export function withPicked(known: readonly Mention[], picked: Mention, text: string, start: number): Mention[] {
  const isNamesake = (member: Mention) => lower(member) === lower(picked)
  const inText = occurrencesIn(text, known).filter(({ mention }) => isNamesake(mention))
  const namesakes = inText.map(({ mention }) => mention)
  namesakes.splice(inText.filter(before => before.start < start).length, 0, picked)
  const areSame = namesakes.every(({ id }) => id === picked.id)
  return [...known.filter(member => !isNamesake(member)), ...(areSame ? [picked] : namesakes)]
}

/** The name that is being typed before the caret: '@' at the start of a word, then letters. Undefined after a finished mention. */
export function queryAt(text: string, caret: number, known: readonly Mention[]) {
  const from = Math.max(0, caret - MAX_QUERY)
  const found = QUERY.exec(text.slice(from, caret))
  const typed = found?.[1] ?? ''
  if (!found || /\s$|\s\s/.test(typed)) return undefined
  const start = from + found.index
  const isFinished = occurrencesIn(text.slice(start, caret), known).some(mention => mention.start === 0)
  return isFinished ? undefined : { start, typed }
}
