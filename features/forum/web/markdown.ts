import MarkdownIt, { type Token } from 'markdown-it'
import { isWebLink } from '../../../contract/links.ts'
import { linksIn } from '../../../web/ui/links.ts'

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

/** Of a hostile text not everything is looked through again from each address on. A longer one is left to `match`, which sees a text once. */
const LONGEST_AT_START = 2000

/** The parser asks this at each '://', so that it takes no sign within an address for Markdown. */
function addressAtStart(text: string) {
  const [first] = addressesIn(text.slice(0, LONGEST_AT_START))
  return first?.index === 0 && first.lastIndex < LONGEST_AT_START ? first : null
}

/** As the parser wants them. */
function addressesIn(text: string) {
  let index = 0
  return linksIn(text).flatMap(piece => {
    const at = index
    index += piece.text.length
    if (!piece.href) return []
    return [{ schema: 'https:', index: at, lastIndex: index, raw: piece.text, text: piece.text, url: piece.href }]
  })
}

export type Node = { tag: string; href?: string; text?: string; children: Node[] }

/** The text as a tree of plain nodes, from the parser's tokens. No HTML is ever made of it. */
export function parse(text: string): Node[] {
  return nest(parser.parse(text, {}))
}

function nest(tokens: Token[]): Node[] {
  const root: Node = { tag: 'root', children: [] }
  const open = [root]
  for (const token of tokens) {
    const parent = open.at(-1) as Node
    if (token.nesting < 0) open.pop()
    else if (token.nesting === 0) parent.children.push(...leaf(token))
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

function leaf({ type, content, children }: Token): Node[] {
  if (type === 'inline') return nest(children ?? [])
  if (type === 'softbreak' || type === 'hardbreak') return [{ tag: 'br', children: [] }]
  if (type === 'code_inline') return [{ tag: 'code', text: content, children: [] }]
  if (type === 'fence' || type === 'code_block') return [{ tag: 'pre', text: content, children: [] }]
  return content ? [{ tag: 'text', text: content, children: [] }] : []
}
