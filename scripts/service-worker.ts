import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COPIES, MAX_AGE_MS } from '../contract/offline-copies.ts'
import { commonHeaders, pageHeaders } from '../server/request/headers.ts'

/** Puts the lists of the built files, and the page of the app, before the text of the service worker. */
export function writeServiceWorker(source: string, bundle: string): void {
  const html = readFileSync(join(bundle, 'index.html'), 'utf8')
  const shell = [...new Set(html.match(/\/assets\/[^"]+/g) ?? [])]
  const screens = globSync('assets/*.{js,css}', { cwd: bundle })
    .map(file => `/${file.replaceAll('\\', '/')}`)
    // The gallery is for developers.
    .filter(path => !shell.includes(path) && !path.includes('/Gallery'))
    .sort()
  const constants = {
    SHELL: shell,
    SCREENS: screens,
    APP_PAGE: html.replace('<!--prerendered-->', ''),
    APP_HEADERS: { ...commonHeaders({ isHttps: false, publicUrl: '', hstsIncludesSubdomains: false }), ...pageHeaders },
    COPIES,
    MAX_AGE_MS,
  }
  const lines = Object.entries(constants).map(([name, value]) => `const ${name} = ${JSON.stringify(value)}\n`)
  writeFileSync(join(bundle, 'service-worker.js'), lines.join('') + readFileSync(source, 'utf8'))
}
