import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Puts the lists of the built files before the text of the service worker. */
export function writeServiceWorker(source: string, bundle: string): void {
  const html = readFileSync(join(bundle, 'index.html'), 'utf8')
  const shell = [...new Set(html.match(/\/assets\/[^"]+/g) ?? [])]
  const screens = globSync('assets/*.{js,css}', { cwd: bundle })
    .map(file => `/${file.replaceAll('\\', '/')}`)
    // The gallery is for developers.
    .filter(path => !shell.includes(path) && !path.includes('/Gallery'))
    .sort()
  const lists = `const SHELL = ${JSON.stringify(shell)}\nconst SCREENS = ${JSON.stringify(screens)}\n`
  writeFileSync(join(bundle, 'service-worker.js'), lists + readFileSync(source, 'utf8'))
}
