import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Vite's own helper imports at once, and what fails then fails for ever: web/app/fetched-import.ts says why. */
const fetchBeforeImport: Plugin = {
  name: 'fetch-before-import',
  apply: 'build',
  enforce: 'pre',
  load: id =>
    id === '\0vite/preload-helper.js'
      ? `export { fetchedImport as __vitePreload } from ${JSON.stringify(at('web/app/fetched-import.ts'))}`
      : undefined,
}

export default defineConfig({
  root: 'web',
  plugins: [fetchBeforeImport, react(), tailwindcss()],
  // The contracts' shapes are checked by the server; the browser needs only their field names (web/form/zod.ts says why).
  resolve: { alias: { zod: at('web/form/zod.ts') } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // Our Content-Security-Policy allows fonts and scripts only as files of our own, so nothing becomes a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // theme.css counts on light-dark(); rewriting it for older browsers would double every colour.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        // What every screen stands on changes only with a new version of it, so browsers keep it when we release. The virtual lists
        // are used by some screens only.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack(?!\/(react-virtual|virtual-core)))\//,
            },
          ],
        },
      },
    },
  },
})
