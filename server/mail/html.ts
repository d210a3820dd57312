import { escapeHtml, joined, linked, oneLine } from './mail-text.ts'

/** The content of a mail, from which both its parts are made. */
export type Block =
  | { heading: string }
  /** `isLinked`: addresses in it become links. Only for our own texts, never for those of members. */
  | { text: string; isLinked?: boolean }
  | { quote: string }
  /** A text of several paragraphs that somebody wrote, in full. */
  | { letter: string }
  | { button: string; href: string; isSecondary?: boolean }
  /** An entry of a list: a title that leads somewhere, and what is said about it. */
  | { title: string; href: string; detail?: string | null; quote?: string | null }

export type Footer = { text: string; links: { label: string; href: string }[] }
type Page = { community: string; publicUrl: string; title: string; preview?: string; blocks: Block[]; footer: Footer }

/** The colours of web/theme.css, and one more. Mail clients support neither variables nor light-dark(): light inline, dark by class. */
const colours = {
  ground: ['#f7f5f0', '#0a141e'],
  surface: ['#fffefb', '#101e2b'],
  line: ['#e5e0d6', '#223242'],
  // Of quotations; darker and lighter than a line, which is hardly visible at this width in dark mode.
  bar: ['#d3ccbe', '#40566b'],
  ink: ['#0b1d2e', '#eaeef2'],
  muted: ['#55616d', '#a0adb9'],
  accent: ['#125a8b', '#6fb3e3'],
  'on-accent': ['#ffffff', '#08131d'],
  flag: ['#c8202f', '#ee5565'],
} as const
type Colour = keyof typeof colours

const SANS = "'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const SERIF = "Newsreader,Georgia,'Times New Roman',serif"

/** Class and inline style of an element: its colours, then the rest of its style. */
function look(given: { color?: Colour; background?: Colour; border?: Colour }, style = ''): string {
  const parts = Object.entries({ color: given.color, background: given.background, border: given.border })
  const used = parts.filter((part): part is [string, Colour] => part[1] !== undefined)
  const css = used.map(([property, colour]) => `${cssName(property)}:${colours[colour][0]}`)
  return `class="${used.map(([property, colour]) => `${property}-${colour}`).join(' ')}" style="${[...css, style].filter(Boolean).join(';')}"`
}
const cssName = (property: string) => ({ background: 'background-color', border: 'border-color' })[property] ?? property

const darkStyles = Object.entries(colours)
  .flatMap(([name, [, dark]]) =>
    ['color', 'background', 'border'].map(property => `.${property}-${name}{${cssName(property)}:${dark}!important}`),
  )
  .join('')

/**
 * Tables and inline styles, as mail clients need them; `lang` again inside the body, since some of them remove the element html. Nothing is
 * loaded from anywhere: no images, no fonts, no tracking. The card has less padding at the bottom, because its last block has a margin.
 */
export function htmlOf({ community, publicUrl, title, preview, blocks, footer }: Page): string {
  const name = escapeHtml(community)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>:root{color-scheme:light dark}a{text-underline-offset:3px}@media (max-width:480px){.card{padding:26px 20px 10px!important}.page{padding:20px 10px!important}}@media (prefers-color-scheme:dark){${darkStyles}}</style>
</head>
<body ${look({ background: 'ground' }, 'margin:0;padding:0;-webkit-text-size-adjust:100%')}>
${preview ? `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>` : ''}
<div role="article" aria-roledescription="email" aria-label="${escapeHtml(title)}" lang="en">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ${look({ background: 'ground' })}><tr><td align="center" class="page" style="padding:36px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:580px">
<tr><td style="padding:0 4px 18px;font:600 16px/1.4 ${SANS}"><a href="${escapeHtml(publicUrl)}" ${look({ color: 'ink' }, 'text-decoration:none')}><span aria-hidden="true" ${look({ color: 'flag' }, 'font-size:20px;line-height:1')}>&#10038;</span>&nbsp; ${name}</a></td></tr>
<tr><td ${look({ background: 'surface', border: 'line' }, 'border-width:1px;border-style:solid;border-radius:16px;padding:36px 38px 20px').replace('class="', 'class="card ')}>
<h1 dir="auto" ${look({ color: 'ink' }, `margin:0 0 18px;font:400 27px/1.25 ${SERIF};overflow-wrap:anywhere`)}>${escapeHtml(title)}</h1>
${blocks.map(htmlOfBlock).join('\n')}
</td></tr>
<tr><td ${look({ color: 'muted' }, `padding:20px 4px 0;font:400 13px/1.6 ${SANS}`)}>
<p style="margin:0 0 6px">${escapeHtml(footer.text)}</p>
<p style="margin:0">${footer.links.map(({ label, href }) => `<a href="${escapeHtml(href)}" ${look({ color: 'muted' }, 'text-decoration:underline;white-space:nowrap')}>${escapeHtml(label)}</a>`).join(' &nbsp;·&nbsp; ')}</p>
</td></tr>
</table>
</td></tr></table>
</div>
</body>
</html>
`
}

const paragraph = (color: Colour, style = '') =>
  look({ color }, joined(`margin:0 0 16px;font:400 16px/1.55 ${SANS};overflow-wrap:anywhere`, style))

function htmlOfBlock(block: Block): string {
  if ('heading' in block)
    return `<h2 ${look({ color: 'ink' }, `margin:30px 0 12px;font:600 17px/1.4 ${SANS}`)}>${escapeHtml(block.heading)}</h2>`
  if ('button' in block) return htmlOfButton(block)
  if ('title' in block) return htmlOfEntry(block)
  if ('quote' in block) return htmlOfQuote(block.quote)
  if ('letter' in block)
    return `<blockquote dir="auto" ${look({ color: 'ink', border: 'bar' }, `margin:0 0 18px;padding:1px 0 1px 16px;border-width:0 0 0 3px;border-style:solid;font:400 16px/1.55 ${SANS};overflow-wrap:anywhere`)}>${escapeHtml(block.letter).replaceAll('\n', '<br>')}</blockquote>`
  const text = escapeHtml(block.text).replaceAll('\n', '<br>')
  const link = (href: string) =>
    `<a href="${href}" ${look({ color: 'accent' }, 'text-decoration:underline')}>${href}</a>`
  return `<p dir="auto" ${paragraph('ink')}>${block.isLinked ? linked(text, link) : text}</p>`
}

function htmlOfButton({ button, href, isSecondary }: Extract<Block, { button: string }>): string {
  const ground = isSecondary ? 'surface' : 'accent'
  const label = look(
    { color: isSecondary ? 'accent' : 'on-accent', border: isSecondary ? 'bar' : 'accent' },
    `display:inline-block;border-width:1px;border-style:solid;border-radius:8px;padding:11px 22px;font:600 15px/1.3 ${SANS};text-decoration:none;overflow-wrap:anywhere`,
  )
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:22px 0 18px"><tr><td ${look({ background: ground }, 'border-radius:8px')}><a href="${escapeHtml(href)}" ${label}>${escapeHtml(button)}</a></td></tr></table>`
}

function htmlOfEntry({ title, href, detail, quote }: Extract<Block, { title: string }>): string {
  return [
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td ${look({ border: 'line' }, 'border-width:1px 0 0;border-style:solid;padding:14px 0')}>`,
    `<p dir="auto" ${paragraph('ink', 'margin:0;font-weight:600')}><a href="${escapeHtml(href)}" ${look({ color: 'accent' }, 'text-decoration:none')}>${escapeHtml(title)}</a></p>`,
    detail && `<p dir="auto" ${paragraph('muted', 'margin:3px 0 0;font-size:15px')}>${escapeHtml(detail)}</p>`,
    quote && htmlOfQuote(quote),
    '</td></tr></table>',
  ]
    .filter(Boolean)
    .join('')
}

const htmlOfQuote = (quote: string) =>
  `<blockquote dir="auto" ${look({ color: 'muted', border: 'bar' }, `margin:10px 0 0;padding:1px 0 1px 14px;border-width:0 0 0 3px;border-style:solid;font:400 15px/1.55 ${SANS};overflow-wrap:anywhere`)}>${escapeHtml(quote)}</blockquote>`

/** The text part, with the same content in the same order. */
export const textOf = (blocks: Block[], { text, links }: Footer): string =>
  [...blocks.map(textOfBlock), '-- ', text, ...links.map(({ label, href }) => `${label}: ${href}`)].join('\n\n')

function textOfBlock(block: Block): string {
  if ('heading' in block) return `${block.heading}\n${'='.repeat([...block.heading].length)}`
  if ('button' in block) return `${block.button}: ${block.href}`
  if ('text' in block) return block.text
  if ('title' in block) return textOfEntry(block)
  if ('letter' in block) return block.letter.replace(/^/gm, '> ')
  return `“${oneLine(block.quote)}”`
}

function textOfEntry({ title, href, detail, quote }: Extract<Block, { title: string }>): string {
  return [`* ${oneLine(title)}`, detail && `  ${oneLine(detail)}`, quote && `  “${oneLine(quote)}”`, `  ${href}`]
    .filter(Boolean)
    .join('\n')
}
