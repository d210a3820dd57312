export type Piece = { text: string; href?: string }
type Link = Required<Piece>

// Up to the next blank, quotation mark, angle bracket or backslash, and to what is not to be seen: control characters, and those that turn the
// direction of what follows, so that an address could read like another. Each piece is looked at once, so that a hostile text takes no longer than any other.
const BEGINS = '(?:https?://|www\\.)'
const GOES_ON = '[^\\s<>"“”«»`。，、；！？（）「」『』\\\\\\p{Cc}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]+'
const ADDRESS = new RegExp(`(?<![\\p{L}\\p{N}_@./:-])${BEGINS}${GOES_ON}`, 'giu')
const ADDRESS_AT_START = new RegExp(`^${BEGINS}${GOES_ON}`, 'iu')
const closers: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Cuts a text into pieces, telling the addresses of the web in it. Only http and https become links. */
export function linksIn(text: string): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const match of text.matchAll(ADDRESS)) {
    const link = linkOf(match[0])
    if (!link) continue
    pieces.push({ text: text.slice(done, match.index) }, link)
    done = match.index + link.text.length
  }
  return [...pieces, { text: text.slice(done) }].filter(piece => piece.text)
}

/** The address that a text begins with, without looking further. */
export function linkAtStart(text: string): Link | undefined {
  const found = text.match(ADDRESS_AT_START)
  return found ? linkOf(found[0]) : undefined
}

function linkOf(found: string): Link | undefined {
  const address = withoutPunctuation(found)
  const href = hrefOf(address)
  return href ? { text: address, href } : undefined
}

/** 'See https://example.com/a_(b).' is an address with its brackets, and a full stop after it. A bracket that was not opened in it ends it. */
function withoutPunctuation(found: string): string {
  const open: Record<string, number> = { '(': 0, '[': 0, '{': 0 }
  let end = 0
  for (const letter of found) {
    const opener = closers[letter]
    if (opener && !open[opener]) break
    if (opener) open[opener] = (open[opener] ?? 0) - 1
    else if (letter in open) open[letter] = (open[letter] ?? 0) + 1
    end += letter.length
  }
  while (/[.,;:!?'’*_~…]/.test(found[end - 1] ?? '')) end -= 1
  return found.slice(0, end)
}

/** Nothing that hides where it leads: 'https://bank.com@evil.com' stays a text. */
function hrefOf(address: string): string | undefined {
  const isBare = /^www\./i.test(address)
  const href = isBare ? `https://${address}` : address
  const url = URL.canParse(href) ? new URL(href) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  return isBare && url.hostname.split('.').length < 3 ? undefined : href
}
