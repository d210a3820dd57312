import { beginningOf } from './text.ts'

/** More than two lines on any screen can show. */
const MAX_LENGTH = 1000
const SEPARATOR = ' · '

const quote = /^\s*(?:>\s?)+/
const blockStart = /^\s*(?:[-*+]\s|\d+[.)]\s|#{1,6}\s|\|)/
const heading = /^\s*#{1,6}\s/
/** A line without text: empty, the fence of a code block, a horizontal rule, or the one below a table's header. */
const hasNoText = (line: string) => /^\s*(?:```.*|[-=*_]{3,}|\|[-:|\s]+)?\s*$/.test(line)

/**
 * A text without its Markdown markup, for a preview of two lines. Items, headings, paragraphs and table cells stay separated. Only the
 * start of a long text is used: some of these patterns are quadratic, and 20,000 brackets would block the browser for seconds.
 */
export const plainText = (markdown: string) =>
  blocksOf(beginningOf(markdown, MAX_LENGTH)).map(withoutMarkup).filter(Boolean).reduce(join, '')

/** Joins the lines of each block. List items, headings, table rows and lines after an empty line or a quote start a block. */
function blocksOf(text: string): string[] {
  const blocks: string[] = []
  let [startsBlock, wasQuote] = [true, false]
  for (const source of text.split('\n')) {
    const isQuote = quote.test(source)
    const line = source.replace(quote, '')
    if (hasNoText(line)) startsBlock = true
    else {
      if (startsBlock || isQuote !== wasQuote || blockStart.test(line)) blocks.push(line)
      else blocks.push(`${blocks.pop()} ${line}`)
      startsBlock = heading.test(line)
    }
    wasQuote = isQuote
  }
  return blocks
}

const withoutMarkup = (block: string) =>
  block
    .replace(/^\s*(?:[-*+]\s+|\d+[.)]\s+|#{1,6}\s+)+/, '')
    .replace(/^\s*\|(.*)\|\s*$/, (_, cells: string) =>
      cells
        .split('|')
        .map(cell => cell.trim())
        .join(SEPARATOR),
    )
    .replace(/\[([^\]]*)\]\(https?:\/\/[^)]*\)/g, '$1')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/(^|\W)([*_])(\S.*?)\2(?=\W|$)/g, '$1$3')
    .replace(/\s+/g, ' ')
    .trim()

/** After punctuation a space is enough. */
const join = (before: string, block: string) =>
  before === '' ? block : before + (/[.!?:;,…]["”’)]?$/.test(before) ? ' ' : SEPARATOR) + block
