import { strToU8, zipSync } from 'fflate'

/** What documents and workbooks share: a zip file of XML parts that name each other. */
export const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const packages = 'http://schemas.openxmlformats.org/package/2006'

export const xml = (text: string) =>
  text.replace(/[<>&"]/g, one => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[one] ?? one)

/** The same bytes every time, so that a change of a file is a change of its content. */
export const pack = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])), {
    mtime: '2026-01-05T12:00:00',
    level: 9,
  })

export const coreXml = (title: string) =>
  `${HEAD}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${xml(title)}</dc:title></cp:coreProperties>`

export function relations(targets: [kind: string, target: string][]): string {
  const each = targets.map(([kind, target], i) => {
    const type = kind.startsWith('metadata/') ? `${packages}/relationships/${kind}` : `${office}/${kind}`
    return `<Relationship Id="rId${i + 1}" Type="${type}" Target="${target}"/>`
  })
  return `${HEAD}<Relationships xmlns="${packages}/relationships">${each.join('')}</Relationships>`
}
