const ACCENTS = /[\u0300-\u036f]/g
const plainLetters: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i' }

/** A text as the server's search compares it: lower case, without accents (plain() in database/search.sql). */
export const folded = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(/[łøđı]/g, letter => plainLetters[letter] ?? letter)

const PUNCTUATION = /^[,.;:!?"'()“”‘’]+|[,.;:!?"'()“”‘’]+$/g

/** The words of a query, folded; beside one with signs, the words without them: 'pump,' and '#pump' also find 'pump'. */
function wordsOf(query: string): string[] {
  const words = folded(query).split(/\s+/)
  const parts = words.flatMap(word => word.split(/[^\p{L}\p{N}]+/u)).filter(part => part.length > 1)
  return [...new Set([...words, ...words.map(withoutPunctuation), ...parts])].filter(Boolean)
}

export const withoutPunctuation = (word: string) => word.replace(PUNCTUATION, '')

/** Splits a text into pieces; `match` is true for those that match a word of the query, ignoring case and accents. */
export function highlighted(text: string, query: string): { text: string; match: boolean }[] {
  const words = wordsOf(query)
  if (words.length === 0) return [{ text, match: false }]
  const longestFirst = words
    .sort((a, b) => b.length - a.length)
    .map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  // Folding can change the length: for each folded unit, the index of its character in the text.
  const places: number[] = []
  let whole = ''
  let at = 0
  for (const character of text) {
    const plain = folded(character)
    whole += plain
    for (let unit = 0; unit < plain.length; unit++) places.push(at)
    at += character.length
  }
  places.push(text.length)

  const pieces: { text: string; match: boolean }[] = []
  let end = 0
  for (const { index, 0: found } of whole.matchAll(new RegExp(longestFirst.join('|'), 'gu'))) {
    // A letter that folds to several units is marked as a whole, with its combining marks.
    const first = Math.max(end, places[index] ?? 0)
    const last = nextPlace(places, index + found.length)
    pieces.push({ text: text.slice(end, first), match: false }, { text: text.slice(first, last), match: true })
    end = last
  }
  return [...pieces, { text: text.slice(end), match: false }].filter(piece => piece.text)
}

/** The start of the character after the one that the unit before `unit` belongs to. */
function nextPlace(places: number[], unit: number): number {
  let next = unit
  while (next < places.length - 1 && places[next] === places[unit - 1]) next++
  return places[next] ?? 0
}
