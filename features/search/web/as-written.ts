import { folded } from '../../../web/ui/highlight.ts'

const wordsOf = (text: string) =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * The query with every word that is not in the text replaced by those that resemble it, so that a hit shows why it was found. The search
 * (has_word_like in database/rules.sql) takes the same words for it, but forgives a swap only in words of four letters or more: in those of
 * three it is forgiven for the names of commands.
 */
export function asWritten(text: string, query: string): string {
  const written = folded(text)
  const wanted = folded(query).split(/\s+/).filter(Boolean)
  return wanted
    .flatMap(word =>
      written.includes(word) ? word : wordsOf(word).flatMap(typed => resembling(comparable(typed), typed)),
    )
    .join(' ')

  /** Short words are not taken for longer ones. */
  function comparable(typed: string) {
    return wordsOf(text).filter(word => word.length >= 4 || typed.length < 4)
  }
}

/** Of the words, those that a typed one is taken for, or their beginnings. In a word of three letters only a swap is forgiven. */
export function resembling(words: string[], typed: string): string[] {
  if (typed.length < 3) return []
  return words.flatMap(word => {
    const most = typed.length < 4 ? 0 : typed.length < 5 || word[0] !== typed[0] ? 1 : 2
    // The member may still be typing.
    const beginning = word.slice(0, typed.length)
    const isBeginning = distance(typed, beginning) <= most || isSwapped(typed, beginning)
    return distance(typed, word) <= most ? word : isBeginning ? beginning : []
  })
}

/** Whether two neighbouring letters are swapped. */
function isSwapped(typed: string, word: string): boolean {
  const at = [...typed].findIndex((letter, place) => letter !== word[place])
  return typed.slice(0, at) + typed[at + 1] + typed[at] + typed.slice(at + 2) === word
}

/** How many letters must be added, removed or replaced (Levenshtein distance). */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [row, letter] of [...a].entries()) {
    const line = [row + 1]
    for (let column = 1; column <= b.length; column++)
      line.push(
        Math.min(
          (above[column] ?? 0) + 1,
          (line[column - 1] ?? 0) + 1,
          (above[column - 1] ?? 0) + (b[column - 1] === letter ? 0 : 1),
        ),
      )
    above = line
  }
  return above[b.length] ?? 0
}
