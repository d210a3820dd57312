export type Piece = { text: string; href?: string }

// Up to the next blank, quotation mark or angle bracket. Each piece is looked at once, so that a hostile text takes no longer than any other.
const ADDRESS = /(?<![\p{L}\p{N}_@./:-])(?:https?:\/\/|www\.)[^\s<>"“”«»`。，、；！？（）「」『』]+/giu
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

/** 'See https://example.com/a_(b).' is an address with its brackets, and a full stop after it. */
function withoutPunctuation(found: string): string {
  const balance: Record<string, number> = { '(': 0, '[': 0, '{': 0 }
  for (const letter of found) {
    if (letter in balance) balance[letter] = (balance[letter] ?? 0) + 1
    const opener = closers[letter]
    if (opener) balance[opener] = (balance[opener] ?? 0) - 1
  }
  let end = found.length
  for (; end > 0; end -= 1) {
    const last = found[end - 1] ?? ''
    const opener = closers[last]
    if (opener && (balance[opener] ?? 0) < 0) balance[opener] = (balance[opener] ?? 0) + 1
    else if (!/[.,;:!?'’*~…]/.test(last)) break
  }
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
