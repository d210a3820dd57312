import MarkdownIt, { type Token } from 'markdown-it'
import { isWebLink } from '../../../contract/links.ts'
import type { Mention } from '../../../contract/mentions.ts'
import { linkAtStart, linksIn } from '../../../web/ui/links.ts'
import { type Occurrence, occurrencesIn } from '../../../web/ui/mentions.ts'

/** The supported Markdown: paragraphs, bold, italics, code, lists, quotes and links. No HTML, images, headings or tables. */
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
// Only http and https links: javascript:, data: and the like stay plain text.
parser.validateLink = isWebLink
// No percent-decoding of the shown URL: decoded characters could make it look like another URL.
parser.normalizeLinkText = address => address
// Bare URLs become links by the same rule as in every other text.
Object.assign(parser.linkify, {
  test: (text: string) => /https?:|www\./i.test(text),
  match: urlsIn,
  matchAtStart: urlAtStart,
})

// A mention is not parsed as Markdown, because a name may contain '_' or '*'. Not within code and links.
parser.inline.ruler.push('mention', (state, silent) => {
  const { src, pos, env, linkLevel } = state
  if (src[pos] !== '@' || linkLevel > 0) return false
  const found = mentionsOf(src, env as Env).get(pos)
  if (!found) return false
  const content = src.slice(pos, found.end)
  if (!silent) Object.assign(state.push('mention', '', 0), { content, meta: found.mention })
  state.pos = found.end
  return true
})

/** `inText`: the mentions of the whole text that are not yet assigned to a paragraph; `inParagraph`: by position, of each paragraph. */
type Env = { mentions: readonly Mention[]; inText: Mention[]; inParagraph: Map<string, Map<number, Occurrence>> }

/** Found once for each paragraph, not at every '@'. Namesakes are told apart by their order in the whole text. */
function mentionsOf(paragraph: string, { mentions, inText, inParagraph }: Env): Map<number, Occurrence> {
  const known = inParagraph.get(paragraph)
  if (known) return known
  const found = occurrencesIn(paragraph, mentions).map(occurrence => {
    const next = inText.findIndex(({ full_name }) => full_name === occurrence.mention.full_name)
    return { ...occurrence, mention: inText.splice(next, next < 0 ? 0 : 1)[0] ?? occurrence.mention }
  })
  const byStart = new Map(found.map(occurrence => [occurrence.start, occurrence]))
  inParagraph.set(paragraph, byStart)
  return byStart
}

/** Bounds the work on a text with many URLs. Beyond these limits only `match` finds URLs, in linear time. */
const MAX_LENGTH_AT_START = 500
const MAX_CHECKS_AT_START = 100
let checksLeft = 0

/** Called by the parser at each '://', so that characters within a URL are not parsed as Markdown. */
function urlAtStart(text: string) {
  if (checksLeft-- <= 0) return null
  const link = linkAtStart(text.slice(0, MAX_LENGTH_AT_START))
  return link && link.text.length < MAX_LENGTH_AT_START ? matchOf(link, 0) : null
}

function urlsIn(text: string) {
  let index = 0
  return linksIn(text).flatMap(({ text, href }) => {
    const at = index
    index += text.length
    return href ? [matchOf({ text, href }, at)] : []
  })
}

/** A match in the parser's format. */
const matchOf = ({ text, href }: { text: string; href: string }, index: number) => ({
  schema: 'https:',
  index,
  lastIndex: index + text.length,
  raw: text,
  text,
  url: href,
})

export type Node = {
  tag: string
  href?: string
  text?: string
  /** The profile of a mentioned member. */
  member?: number
  children: Node[]
}

/** Deeper markup is ignored and its text kept: thousands of nested elements are more than a browser can render. */
const MAX_DEPTH = 20

/** A text with more elements is shown as typed: to draw 20,000 of them takes a browser a third of a second. 1,500 short items of a list are fewer. */
const MAX_NODES = 5000

/** Bidirectional controls could make a link look like another URL. Right-to-left scripts do not need them. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** Parses the text into a tree of plain nodes. No HTML is ever generated. */
export function parse(text: string, mentions: readonly Mention[] = []): Node[] {
  checksLeft = MAX_CHECKS_AT_START
  const shown = text.replace(DIRECTION_CONTROLS, '')
  const inText = occurrencesIn(shown, mentions).map(({ mention }) => mention)
  const nodes = nest(parser.parse(shown, { mentions, inText, inParagraph: new Map() } satisfies Env))
  return countOf(nodes) > MAX_NODES ? [{ tag: 'div', text: shown, children: [] }] : nodes
}

const countOf = (nodes: Node[]): number => nodes.reduce((sum, { children }) => sum + 1 + countOf(children), 0)

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
      // A tight list (no empty lines between items) has hidden paragraphs.
      const node: Node = { tag: token.hidden ? 'span' : token.tag, children: [] }
      if (address !== null) node.href = String(address)
      parent.children.push(node)
      open.push(node)
    }
  }
  return root.children
}

/** Anti-phishing: '[https://bank.example](https://evil.example)' looks like another URL, so show its real host after the link. */
function destination(link: Node): Node[] {
  if (!link.href) return []
  const host = hostOf(link.href)
  const isOther = linksIn(textOf(link)).some(({ href }) => href && hostOf(href) !== host)
  return isOther ? [{ tag: 'text', text: ` (${host})`, children: [] }] : []
}

const hostOf = (address: string) => new URL(address).host.replace(/^www\./, '')
const textOf = ({ text = '', children }: Node): string => text + children.map(textOf).join('')

function leaf({ type, content, children, meta }: Token): Node[] {
  if (type === 'mention') return [{ tag: 'a', text: content, member: (meta as Mention | null)?.id, children: [] }]
  if (type === 'inline') return nest(children ?? [])
  if (type === 'softbreak' || type === 'hardbreak') return [{ tag: 'br', children: [] }]
  if (type === 'code_inline') return [{ tag: 'code', text: content, children: [] }]
  if (type === 'fence' || type === 'code_block') return [{ tag: 'pre', text: content, children: [] }]
  return content ? [{ tag: 'text', text: content, children: [] }] : []
}
