import { namesUser } from '../../contract/links.ts'

export type Piece = { text: string; href?: string }

// Up to the next blank, quotation mark, angle bracket or backslash, and to what is not to be seen: control characters, and those that turn the
// direction of what follows, so that an address could read like another. Each piece is looked at once, so that a hostile text takes no longer than any other.
const ADDRESS =
  /(?<![\p{L}\p{N}_@./:-])(?:https?:\/\/|www\.)[^\s<>"“”«»`。，、；！？（）「」『』\\\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu
const closers: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Cuts a text into pieces, telling the addresses of the web in it. Only http and https become links. */
export function linksIn(text: string): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const match of text.matchAll(ADDRESS)) {
    const address = withoutPunctuation(match[0])
    const href = hrefOf(address)
    if (!href) continue
    pieces.push({ text: text.slice(done, match.index) }, { text: address, href })
    done = match.index + address.length
  }
  return [...pieces, { text: text.slice(done) }].filter(piece => piece.text)
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
  if (!url || !/^https?:$/.test(url.protocol) || namesUser(href)) return undefined
  return isBare && url.hostname.split('.').length < 3 ? undefined : href
}
