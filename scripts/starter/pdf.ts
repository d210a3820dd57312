import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium } from '@playwright/test'
import MarkdownIt from 'markdown-it'
import { findChromium } from '../browser.ts'
import { say } from '../plainly.ts'

const font = (name: string) => readFileSync(createRequire(import.meta.url).resolve(name)).toString('base64')
const face = (family: string, file: string) =>
  `@font-face { font-family: '${family}'; font-weight: 200 800; src: url(data:font/woff2;base64,${font(file)}) format('woff2') }`

const look = () => `
  ${face('Newsreader', '@fontsource/newsreader/files/newsreader-latin-400-normal.woff2')}
  ${face('Instrument Sans', '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2')}
  body { font: 10.5pt/1.5 'Instrument Sans', sans-serif; color: #0b1d2e; margin: 0 }
  h1, h2 { font-family: Newsreader, serif; font-weight: 400; break-after: avoid }
  h1 { font-size: 28pt; margin: 0 0 6pt }
  h2 { font-size: 15pt; color: #125a8b; margin: 16pt 0 4pt }
  p, ul, ol { margin: 0 0 7pt }
  li { margin-bottom: 4pt }
  blockquote { margin: 6pt 0 9pt; padding: 8pt 12pt; background: #f1f6fa; border-left: 3pt solid #125a8b; break-inside: avoid }
  blockquote p:last-child { margin: 0 }
  table { border-collapse: collapse; width: 100%; margin: 4pt 0 8pt; break-inside: avoid }
  th, td { border: .5pt solid #d9d3c7; padding: 4pt 7pt; text-align: left; vertical-align: top }
  th { background: #e3eff8 }`

/** A text in Markdown as a PDF, printed by a browser in the product's own letters. */
export async function printed(markdown: string): Promise<Uint8Array> {
  const md = new MarkdownIt()
  const title = md.parse(markdown, {}).find(one => one.type === 'inline')?.content ?? ''
  const browser = await chromium.launch({ executablePath: await findChromium(say), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    await page.setContent(
      `<!doctype html><html lang="en"><title>${title}</title><style>${look()}</style>${md.render(markdown)}</html>`,
    )
    const footer = `<div style="font: 8pt sans-serif; color: #55616d; width: 100%; padding: 0 1in">${title} · page <span class="pageNumber"></span></div>`
    return await page.pdf({
      format: 'Letter',
      margin: { top: '0.9in', bottom: '0.9in', left: '1in', right: '1in' },
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate: footer,
      printBackground: true,
      tagged: true,
    })
  } finally {
    await browser.close()
  }
}
