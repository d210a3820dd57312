import MarkdownIt from 'markdown-it'
import { numberingXml, stylesXml } from './docx-styles.ts'
import { coreXml, HEAD, office, pack, packages, relations, xml } from './ooxml.ts'

type Token = ReturnType<InstanceType<typeof MarkdownIt>['parse']>[number]
type Look = { bold?: boolean; italic?: boolean }

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** A text in Markdown as a document: headings, lists (those of `[ ]` as boxes to tick), tables, and quotes as notes on a tint. */
export function document(markdown: string): Uint8Array {
  const tokens = new MarkdownIt().parse(markdown, {})
  const title = tokens.find(one => one.type === 'inline')?.content ?? ''
  const { body, lists } = bodyOf(tokens)
  return pack({
    '[Content_Types].xml': contentTypes(),
    '_rels/.rels': relations([
      ['officeDocument', 'word/document.xml'],
      ['metadata/core-properties', 'docProps/core.xml'],
    ]),
    'docProps/core.xml': coreXml(title),
    'word/_rels/document.xml.rels': relations([
      ['styles', 'styles.xml'],
      ['numbering', 'numbering.xml'],
      ['footer', 'footer1.xml'],
    ]),
    'word/document.xml': `${HEAD}<w:document xmlns:w="${word}" xmlns:r="${office}"><w:body>${body}${pageXml}</w:body></w:document>`,
    'word/styles.xml': stylesXml(),
    'word/numbering.xml': numberingXml(lists),
    'word/footer1.xml': footerXml(title),
  })
}

/** US Letter, an inch around. */
const pageXml =
  '<w:sectPr><w:footerReference w:type="default" r:id="rId3"/><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1296" w:right="1440" w:bottom="1296" w:left="1440" w:header="720" w:footer="576" w:gutter="0"/></w:sectPr>'

const run = (text: string, { bold, italic }: Look = {}) =>
  `<w:r>${bold || italic ? `<w:rPr>${bold ? '<w:b/>' : ''}${italic ? '<w:i/>' : ''}</w:rPr>` : ''}<w:t xml:space="preserve">${xml(text)}</w:t></w:r>`

function inline(token: Token): string {
  const look: Look = {}
  return (token.children ?? [])
    .map(one => {
      if (one.type === 'strong_open' || one.type === 'strong_close') look.bold = one.type === 'strong_open'
      if (one.type === 'em_open' || one.type === 'em_close') look.italic = one.type === 'em_open'
      if (one.type === 'softbreak') return run(' ', look)
      if (one.type === 'hardbreak') return '<w:r><w:br/></w:r>'
      return one.type === 'text' && one.content ? run(one.content, look) : ''
    })
    .join('')
}

const paragraph = (style: string, runs: string, list?: number) =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/>${list ? `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>` : ''}</w:pPr>${runs}</w:p>`

const BOX = '[ ] '
const TICK = 1
const BULLET = 2

/** `lists`: of each numbered list the number it begins with. */
function bodyOf(tokens: Token[]): { body: string; lists: number[] } {
  const parts: string[] = []
  const around: string[] = []
  const lists: number[] = []
  tokens.forEach((token, at) => {
    const kind = token.type.replace(/_(open|close)$/, '')
    if (token.type === 'table_open') parts.push(tableXml(columnsOf(tokens, at)))
    else if (token.type === 'table_close') parts.push('</w:tbl>', paragraph('Small', ''))
    else if (token.type === 'tr_open')
      parts.push(`<w:tr><w:trPr><w:cantSplit/>${around.includes('thead') ? '<w:tblHeader/>' : ''}</w:trPr>`)
    else if (token.type === 'tr_close') parts.push('</w:tr>')
    if (token.nesting === 1) around.push(kind)
    if (token.type === 'ordered_list_open') lists.push(Number(token.attrGet('start') ?? 1))
    if (token.nesting === -1) around.pop()
    if (token.type === 'inline') parts.push(block(token, around, tokens[at - 1], lists.length))
  })
  return { body: parts.join(''), lists }
}

function block(token: Token, around: string[], before: Token | undefined, lists: number): string {
  if (around.includes('th') || around.includes('td')) return cellXml(token, around.includes('th'))
  if (around.includes('heading'))
    return paragraph({ h1: 'Title', h2: 'Heading1' }[before?.tag ?? ''] ?? 'Heading2', inline(token))
  if (around.includes('blockquote')) return paragraph('Note', inline(token))
  if (around.includes('ordered_list')) return paragraph('ListItem', inline(token), BULLET + lists)
  if (!around.includes('bullet_list')) return paragraph('Body', inline(token))
  const [first] = token.children ?? []
  if (!first?.content.startsWith(BOX)) return paragraph('ListItem', inline(token), BULLET)
  first.content = first.content.slice(BOX.length)
  return paragraph('ListItem', inline(token), TICK)
}

const WIDTH = 9360
/** How wide the columns are: longer texts get more room, and so does what is to be filled in by hand. */
function columnsOf(tokens: Token[], at: number): number[] {
  const rows: string[][] = []
  for (let i = at; tokens[i] && tokens[i]?.type !== 'table_close'; i++) {
    if (tokens[i]?.type === 'tr_open') rows.push([])
    if (tokens[i]?.type === 'inline') rows.at(-1)?.push(tokens[i]?.content ?? '')
  }
  const [head = [], ...body] = rows
  const weights = head.map((title, column) => {
    const isForm = body.every(row => !row[column]) && !['Date', 'Done'].includes(title)
    const longest = Math.max(...rows.map(row => row[column]?.length ?? 0))
    return isForm ? 60 : Math.min(60, Math.max(11, longest))
  })
  const all = weights.reduce((sum, one) => sum + one, 0)
  return weights.map(one => Math.round((WIDTH * one) / all))
}

function tableXml(columns: number[]): string {
  const edges = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map(side => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="D9D3C7"/>`)
    .join('')
  const grid = columns.map(width => `<w:gridCol w:w="${width}"/>`).join('')
  return `<w:tbl><w:tblPr><w:tblW w:w="${WIDTH}" w:type="dxa"/><w:tblBorders>${edges}</w:tblBorders><w:tblLayout w:type="fixed"/><w:tblCellMar><w:top w:w="60" w:type="dxa"/><w:left w:w="110" w:type="dxa"/><w:bottom w:w="60" w:type="dxa"/><w:right w:w="110" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid>${grid}</w:tblGrid>`
}

const cellXml = (token: Token, isHead: boolean) =>
  `<w:tc><w:tcPr><w:tcW w:w="0" w:type="auto"/>${isHead ? '<w:shd w:val="clear" w:color="auto" w:fill="E3EFF8"/>' : ''}</w:tcPr>${paragraph(isHead ? 'CellHead' : 'Cell', inline(token))}</w:tc>`

const footerXml = (title: string) =>
  `${HEAD}<w:ftr xmlns:w="${word}"><w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr>${run(`${title}  ·  page `)}<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('1')}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p></w:ftr>`

function contentTypes(): string {
  const part = (name: string, type: string) =>
    `<Override PartName="/word/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${type}+xml"/>`
  return `${HEAD}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('document', 'document.main')}${part('styles', 'styles')}${part('numbering', 'numbering')}${part('footer1', 'footer')}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`
}
