import MarkdownIt, { type Token } from 'markdown-it'
import { isWebLink } from '../../../contract/links.ts'
import { linkAtStart, linksIn } from '../../../web/ui/links.ts'

/** What members may write: paragraphs, bold, italics, code, lists, quotes and links. No HTML, pictures, headings or tables. */
const parser = new MarkdownIt('zero', { html: false, breaks: true, linkify: true }).enable([
  'backticks',
  'blockquote',
  'code',
  'emphasis',
  'entity',
  'escape',
  'fence',
  'link',
  'autolink',
  'linkify',
  'list',
  'newline',
])
// Neither javascript: nor data: nor anything else becomes a link; such a text stays as it was written.
parser.validateLink = isWebLink
// The parser would decode an address for reading, and with it what can make it read like another.
parser.normalizeLinkText = address => address
// Addresses that are written out become links by the same rule as in every other text.
Object.assign(parser.linkify, {
  test: (text: string) => /https?:|www\./i.test(text),
  match: addressesIn,
  matchAtStart: addressAtStart,
})

/** Bounds the work on a text made of addresses. What is beyond is left to `match`, which looks at each piece once. */
const MAX_LENGTH_AT_START = 500
const MAX_LOOKS_AT_START = 100
let looksLeft = 0

/** The parser asks this at each '://', so that it takes no sign within an address for Markdown. */
function addressAtStart(text: string) {
  if (looksLeft-- <= 0) return null
  const link = linkAtStart(text.slice(0, MAX_LENGTH_AT_START))
  return link && link.text.length < MAX_LENGTH_AT_START ? found(link, 0) : null
}

function addressesIn(text: string) {
  let index = 0
  return linksIn(text).flatMap(({ text, href }) => {
    const at = index
    index += text.length
    return href ? [found({ text, href }, at)] : []
  })
}

/** As the parser wants it. */
const found = ({ text, href }: { text: string; href: string }, index: number) => ({
  schema: 'https:',
  index,
  lastIndex: index + text.length,
  raw: text,
  text,
  url: href,
})

export type Node = { tag: string; href?: string; text?: string; children: Node[] }

/** Bold within italics within bold: nobody reads it, and thousands of levels are more than a browser can draw. The text itself stays. */
const MAX_DEPTH = 20

/** They turn what follows around, so that the text of a link could read like another address. Scripts have their direction without them. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** The text as a tree of plain nodes, from the parser's tokens. No HTML is ever made of it. */
export function parse(text: string): Node[] {
  looksLeft = MAX_LOOKS_AT_START
  return nest(parser.parse(text.replace(DIRECTION_CONTROLS, ''), {}))
}

function nest(tokens: Token[]): Node[] {
  const root: Node = { tag: 'root', children: [] }
  const open = [root]
  for (const token of tokens) {
    const parent = open.at(-1) as Node
    if (token.nesting < 0) {
      const closed = open.pop() as Node
      if (closed !== open.at(-1)) open.at(-1)?.children.push(...destination(closed))
    } else if (token.nesting === 0) parent.children.push(...leaf(token))
    else if (open.length > MAX_DEPTH) open.push(parent)
    else {
      const address = token.attrGet('href')
      // A list without empty lines between its items has paragraphs that are not to be seen.
      const node: Node = { tag: token.hidden ? 'span' : token.tag, children: [] }
      if (address !== null) node.href = String(address)
      parent.children.push(node)
      open.push(node)
    }
  }
  return root.children
}

/** '[https://bank.example](https://evil.example)' reads like one address and leads to another: then its host stands beside it. */
function destination(link: Node): Node[] {
  if (!link.href) return []
  const host = hostOf(link.href)
  const isOther = linksIn(textOf(link)).some(({ href }) => href && hostOf(href) !== host)
  return isOther ? [{ tag: 'text', text: ` (${host})`, children: [] }] : []
}

const hostOf = (address: string) => new URL(address).host.replace(/^www\./, '')
const textOf = ({ text = '', children }: Node): string => text + children.map(textOf).join('')

function leaf({ type, content, children }: Token): Node[] {
  if (type === 'inline') return nest(children ?? [])
  if (type === 'softbreak' || type === 'hardbreak') return [{ tag: 'br', children: [] }]
  if (type === 'code_inline') return [{ tag: 'code', text: content, children: [] }]
  if (type === 'fence' || type === 'code_block') return [{ tag: 'pre', text: content, children: [] }]
  return content ? [{ tag: 'text', text: content, children: [] }] : []
}
