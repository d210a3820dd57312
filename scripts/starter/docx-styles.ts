import { HEAD } from './ooxml.ts'

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const INK = '0B1D2E'
const LAKE = '125A8B'
const MUTED = '55616D'

type Style = {
  size?: number
  bold?: true
  serif?: true
  color?: string
  before?: number
  after?: number
  /** Stays on the page of what follows. */
  keep?: true
  note?: true
  /** Heading level, for the outline. */
  level?: number
}

/** In points. */
const styles: Record<string, Style> = {
  Title: { size: 26, serif: true, after: 6, keep: true },
  Heading1: { size: 15, serif: true, color: LAKE, before: 16, after: 4, keep: true, level: 0 },
  Heading2: { size: 11.5, bold: true, before: 10, after: 3, keep: true, level: 1 },
  Body: { after: 7 },
  ListItem: { after: 4 },
  Note: { note: true, before: 4, after: 8 },
  Cell: { size: 10, after: 0 },
  CellHead: { size: 10, bold: true, after: 0, keep: true },
  Small: { size: 6, after: 0 },
  Footer: { size: 9, color: MUTED },
}

function styleXml([name, one]: [string, Style]): string {
  const { size = 11, bold, serif, color = INK, before = 0, after = 0, keep, note, level } = one
  const font = serif ? 'Georgia' : 'Calibri'
  const tint = note
    ? `<w:pBdr><w:left w:val="single" w:sz="24" w:space="8" w:color="${LAKE}"/></w:pBdr><w:shd w:val="clear" w:color="auto" w:fill="F1F6FA"/>`
    : ''
  return `<w:style w:type="paragraph" w:styleId="${name}"${name === 'Body' ? ' w:default="1"' : ''}><w:name w:val="${{ Heading1: 'heading 1', Heading2: 'heading 2', Title: 'Title', Footer: 'footer' }[name] ?? name}"/><w:pPr>${keep ? '<w:keepNext/>' : ''}${tint}<w:spacing w:before="${before * 20}" w:after="${after * 20}" w:line="${name === 'Title' ? 240 : 269}" w:lineRule="auto"/>${note ? '<w:ind w:left="200" w:right="200"/>' : ''}${level === undefined ? '' : `<w:outlineLvl w:val="${level}"/>`}</w:pPr><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:cs="${font}"/>${bold ? '<w:b/>' : ''}<w:color w:val="${color}"/><w:sz w:val="${size * 2}"/></w:rPr></w:style>`
}

export const stylesXml = () =>
  `${HEAD}<w:styles xmlns:w="${word}"><w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="en-US"/></w:rPr></w:rPrDefault></w:docDefaults>${Object.entries(styles).map(styleXml).join('')}</w:styles>`

const levelXml = (format: string, text: string, font = '') =>
  `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="425" w:hanging="340"/></w:pPr>${font ? `<w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:cs="${font}" w:hint="default"/></w:rPr>` : ''}</w:lvl>`

/** 1: boxes to tick, 2: bullets, from 3 on: one for each numbered list, with the number it begins with. */
export function numberingXml(lists: number[]): string {
  const kinds = [levelXml('bullet', '☐', 'Segoe UI Symbol'), levelXml('bullet', '•'), levelXml('decimal', '%1.')]
  const abstract = kinds.map(
    (level, i) =>
      `<w:abstractNum w:abstractNumId="${i}"><w:multiLevelType w:val="singleLevel"/>${level}</w:abstractNum>`,
  )
  const numbered = lists.map(
    (start, i) =>
      `<w:num w:numId="${i + 3}"><w:abstractNumId w:val="2"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="${start}"/></w:lvlOverride></w:num>`,
  )
  return `${HEAD}<w:numbering xmlns:w="${word}">${abstract.join('')}<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>${numbered.join('')}</w:numbering>`
}
