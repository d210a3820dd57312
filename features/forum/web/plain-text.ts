/** More than two lines of any screen hold. */
const MOST = 1000
const BETWEEN = ' · '

const quote = /^\s*(?:>\s?)+/
const begins = /^\s*(?:[-*+]\s|\d+[.)]\s|#{1,6}\s|\|)/
const heading = /^\s*#{1,6}\s/
/** Nothing to read: an empty line, the fence of a code block, a line across, or the one below a table's head. */
const isSilent = (line: string) => /^\s*(?:```.*|[-=*_]{3,}|\|[-:|\s]+)?\s*$/.test(line)

/**
 * A text without its Markdown signs, for a preview of two lines: items, headings, paragraphs and the cells of a table stay apart. Of a long
 * text only the beginning: some of these patterns look for their end from every sign on, and twenty thousand brackets would keep the browser
 * busy for seconds.
 */
export const plainText = (markdown: string) =>
  blocksOf(markdown.slice(0, MOST)).map(withoutSigns).filter(Boolean).reduce(joined, '')

/** Lines that belong together. An item, a heading and a row of a table begin anew, and so does what follows an empty line or a quote. */
function blocksOf(text: string): string[] {
  const blocks: string[] = []
  let [isApart, wasQuote] = [true, false]
  for (const written of text.split('\n')) {
    const isQuote = quote.test(written)
    const line = written.replace(quote, '')
    if (isSilent(line)) isApart = true
    else {
      if (isApart || isQuote !== wasQuote || begins.test(line)) blocks.push(line)
      else blocks.push(`${blocks.pop()} ${line}`)
      isApart = heading.test(line)
    }
    wasQuote = isQuote
  }
  return blocks
}

const withoutSigns = (block: string) =>
  block
    .replace(/^\s*(?:[-*+]\s+|\d+[.)]\s+|#{1,6}\s+)+/, '')
    .replace(/^\s*\|(.*)\|\s*$/, (_, cells: string) =>
      cells
        .split('|')
        .map(cell => cell.trim())
        .join(BETWEEN),
    )
    .replace(/\[([^\]]*)\]\(https?:\/\/[^)]*\)/g, '$1')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/(^|\W)([*_])(\S.*?)\2(?=\W|$)/g, '$1$3')
    .replace(/\s+/g, ' ')
    .trim()

/** Where a sentence has ended, or a list was announced, a space is enough. */
const joined = (before: string, block: string) =>
  before === '' ? block : before + (/[.!?:;,…]["”’)]?$/.test(before) ? ' ' : BETWEEN) + block
