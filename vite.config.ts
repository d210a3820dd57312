import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './scripts/chunk-groups.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Replaces Vite's preload helper: a browser never retries a failed import (see web/app/fetched-import.ts). */
const fetchBeforeImport: Plugin = {
  name: 'fetch-before-import',
  apply: 'build',
  enforce: 'pre',
  load: id =>
    id === '\0vite/preload-helper.js'
      ? `export { fetchedImport as __vitePreload } from ${JSON.stringify(at('web/app/fetched-import.ts'))}`
      : undefined,
}

/** The summaries of the endpoints are for the API's description, which the server writes. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('contract.ts')
      ? { code: code.replace(/^ +summary:\s+(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),$/gm, ''), map: null }
      : undefined,
}

export default defineConfig({
  root: 'web',
  plugins: [fetchBeforeImport, withoutSummaries, react(), tailwindcss()],
  // The server validates the shapes; the browser needs only their field names (see web/form/zod.ts).
  resolve: { alias: { zod: at('web/form/zod.ts') } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // Our Content-Security-Policy allows fonts and scripts only as files, so nothing may be inlined as a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // theme.css uses light-dark(); transpiling it for older browsers would double every colour.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
})
