import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pageOf } from '../../contract/page-addresses.ts'
import { accepts } from './accepts.ts'
import type { Boot } from './boot.ts'
import { linksToChunks, partAt, screenAt, screens } from './screens.ts'

const folder = join(import.meta.dirname, '../../dist/web')

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}

/** File extensions of the precompressed files, best encoding first. */
const encodings = { br: '.br', gzip: '.gz' } as const
type Encoding = keyof typeof encodings
type File = { body: Buffer; compressed: Partial<Record<Encoding, Buffer>>; headers: Record<string, string> }

export type Query = { investor?: unknown }

/** The browser bundle, in memory. */
export function loadAssets(communityName: string) {
  // Read all files at start: a build that replaces the folder at runtime must not mix two versions.
  const contents = new Map(
    existsSync(folder) ? list('').map(path => [path, readFileSync(join(folder, path))] as const) : [],
  )
  nameApp(contents, communityName)
  const files = new Map<string, File>()
  for (const [path, body] of contents) if (!/\.(br|gz|html)$/.test(path)) files.set(path, fileOf(path, body, contents))
  const template = contents.get('/index.html')?.toString('utf8') ?? missing
  const manifest = join(folder, '.vite/manifest.json')
  const linksTo = linksToChunks(existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {})
  const withName = (html: string) => html.replaceAll('%COMMUNITY_NAME%', () => escapeHtml(communityName))
  const page = stylesheetFirst(withName(template))
  const file = join(folder, '.prerendered.html')
  const prerendered = existsSync(file) ? `<div id="prerendered">${withName(readFileSync(file, 'utf8'))}</div>` : ''
  const framesFile = join(folder, '.frames.json')
  const frames: Record<string, string> = existsSync(framesFile) ? JSON.parse(readFileSync(framesFile, 'utf8')) : {}
  for (const [name, html] of Object.entries(frames)) frames[name] = withName(html)

  return {
    file(path: string, accepted: string): { body: Buffer; headers: Record<string, string> } | null {
      const file = files.get(path)
      if (!file) return null
      const { body, compressed, headers } = file
      const encoding = (Object.keys(encodings) as Encoding[]).find(name => accepts(accepted, name) && compressed[name])
      return encoding
        ? { body: compressed[encoding] as Buffer, headers: { ...headers, 'content-encoding': encoding } }
        : { body, headers }
    },
    /** `<` is escaped, so that member content cannot close the script element (XSS). */
    page({ json, isMember }: Boot, path: string, isSignedIn: boolean, query: Query = {}) {
      const screen = screenAt(path, isSignedIn)
      const data = `<script type="application/json" id="boot">${json.replaceAll('<', '\\u003c')}</script>`
      const whole = page.replace('<!--boot-->', () => data + linksTo(screen, isMember ? partAt(path) : undefined))
      const frame = isMember && frames[frameOf(path, query)]
      if (frame) return stylesFirst(whole).replace('<div id="root">', tag => tag + frame)
      return screen === screens['/auth'] && !isSignedIn
        ? stylesFirst(whole).replace('<!--prerendered-->', () => prerendered)
        : whole
    },
  }
}

/** The name of the frame (web/app/frames.tsx) for this address: that of the page, or of an investor's page. */
const frameOf = (path: string, { investor }: Query) =>
  pageOf(path) === '/investors' && Number(investor) > 0 ? '/investors?investor' : (pageOf(path) ?? '')

function fileOf(path: string, body: Buffer, contents: Map<string, Buffer>): File {
  const compressed = { br: contents.get(path + encodings.br), gzip: contents.get(path + encodings.gzip) }
  const headers = {
    'content-type': types[extname(path)] ?? 'application/octet-stream',
    'cache-control': cachingOf(path),
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    vary: 'accept-encoding',
  }
  return { body, compressed, headers }
}

/** Files with a content hash in their name are immutable; the few others are revalidated, the service worker always. */
function cachingOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return path === '/service-worker.js' ? 'no-cache' : 'public, max-age=300'
}

/** Puts the name into the web app manifest. The build compressed it without the name. */
function nameApp(contents: Map<string, Buffer>, communityName: string): void {
  const path = '/manifest.webmanifest'
  const manifest = contents.get(path)?.toString('utf8')
  if (manifest === undefined) return
  const name = JSON.stringify(communityName).slice(1, -1)
  contents.set(path, Buffer.from(manifest.replaceAll('%COMMUNITY_NAME%', () => name)))
  for (const ending of Object.values(encodings)) contents.delete(path + ending)
}

/** The build puts the stylesheet after the scripts and, on our pages, after the data. Nothing is painted without it. */
function stylesheetFirst(html: string): string {
  const [link = ''] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? []
  const theme = '<script src="/before-app.js"></script>'
  return html.replace(link, '').replace(theme, theme + link)
}

/** On a prerendered page, loads the stylesheet before the scripts. */
const stylesFirst = (html: string) =>
  html.replaceAll(/<link rel="modulepreload"|<script type="module"/g, tag => `${tag} fetchpriority="low"`)

const missing =
  '<!doctype html><title>Not built</title><p>The browser bundle is missing. Start with <code>npm start</code>.</p>'

const list = (under: string): string[] =>
  readdirSync(join(folder, under), { withFileTypes: true }).flatMap(entry =>
    entry.name.startsWith('.') ? [] : entry.isDirectory() ? list(`${under}/${entry.name}`) : [`${under}/${entry.name}`],
  )

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
