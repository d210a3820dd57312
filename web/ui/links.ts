export type Piece = { text: string; href?: string }
type Link = Required<Piece>

// An address ends at whitespace, a quotation mark, an angle bracket, a backslash, a control character, or a bidi control character, which could
// make an address read like another. Linear time: the pattern does not backtrack on hostile input.
const PREFIX = '(?:https?://|www\\.)'
const REST = '[^\\s<>"“”«»`。，、；！？（）「」『』\\\\\\p{Cc}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]+'
const ADDRESS = new RegExp(`(?<![\\p{L}\\p{N}_@./:-])${PREFIX}${REST}`, 'giu')
const ADDRESS_AT_START = new RegExp(`^${PREFIX}${REST}`, 'iu')
const openerOf: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Splits a text into plain text and links. Only http and https addresses become links. */
export function linksIn(text: string): Piece[] {
  const pieces: Piece[] = []
  let consumed = 0
  for (const match of text.matchAll(ADDRESS)) {
    const link = linkOf(match[0])
    if (!link) continue
    pieces.push({ text: text.slice(consumed, match.index) }, link)
    consumed = match.index + link.text.length
  }
  return [...pieces, { text: text.slice(consumed) }].filter(piece => piece.text)
}

/** The link at the start of a text. Does not scan the rest of it. */
export function linkAtStart(text: string): Link | undefined {
  const found = text.match(ADDRESS_AT_START)
  return found ? linkOf(found[0]) : undefined
}

function linkOf(found: string): Link | undefined {
  const address = withoutPunctuation(found)
  const href = hrefOf(address)
  return href ? { text: address, href } : undefined
}

/** Removes trailing punctuation, but keeps brackets as in 'https://example.com/a_(b)'. An unmatched closing bracket ends the address. */
function withoutPunctuation(found: string): string {
  const open: Record<string, number> = { '(': 0, '[': 0, '{': 0 }
  let end = 0
  for (const character of found) {
    const opener = openerOf[character]
    if (opener && !open[opener]) break
    if (opener) open[opener] = (open[opener] ?? 0) - 1
    else if (character in open) open[character] = (open[character] ?? 0) + 1
    end += character.length
  }
  while (/[.,;:!?'’*_~…]/.test(found[end - 1] ?? '')) end -= 1
  return found.slice(0, end)
}

/** Rejects addresses with credentials, which hide the real host: 'https://bank.com@evil.com' stays plain text. */
function hrefOf(address: string): string | undefined {
  const isBare = /^www\./i.test(address)
  const href = isBare ? `https://${address}` : address
  const url = URL.canParse(href) ? new URL(href) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  return isBare && url.hostname.split('.').length < 3 ? undefined : href
}
