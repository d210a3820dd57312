import type { Mention } from '../../contract/mentions.ts'
import { linksIn, type Piece } from './links.ts'
import { occurrencesIn } from './mentions.ts'

/** Splits a text into plain text, links and mentions. A mention is found before a link: no web address begins with '@'. */
export function piecesIn(text: string, mentions: readonly Mention[]): (Piece & { mention?: Mention })[] {
  const pieces: (Piece & { mention?: Mention })[] = []
  let consumed = 0
  for (const { mention, start, end } of occurrencesIn(text, mentions)) {
    pieces.push(...linksIn(text.slice(consumed, start)), { text: text.slice(start, end), mention })
    consumed = end
  }
  return [...pieces, ...linksIn(text.slice(consumed))]
}
