/** Splits a text into pieces; `match` is true for those that match a word of the query. */
export function highlighted(text: string, query: string): { text: string; match: boolean }[] {
  const words = query.trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [{ text, match: false }]
  const longestFirst = words
    .sort((a, b) => b.length - a.length)
    .map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return text
    .split(new RegExp(`(${longestFirst.join('|')})`, 'iu'))
    .map((piece, index) => ({ text: piece, match: index % 2 === 1 }))
    .filter(piece => piece.text)
}
