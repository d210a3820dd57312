import { defineConfig } from '@playwright/test'

const asRoot = process.getuid?.() === 0

/** `npm test` finds the browser and sets CHROMIUM_PATH. */
export default defineConfig({
  testMatch: '**/*.e2e.ts',
  globalSetup: './tests/setup/e2e.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  // The retry only distinguishes flaky from broken tests: scripts/test.ts counts both as failed.
  retries: 1,
  workers: 2,
  // Long, because a machine under load may stand still for many seconds. A passing test does not wait for them.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/tests/browser.json' }]],
  use: {
    // Requests that a service worker handles bypass page.route(). Only its own tests allow it.
    serviceWorkers: 'block',
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: [
        // Chromium's own sandbox does not work for root.
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        // No background requests to the internet.
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
      ],
    },
  },
})
