import { expect, test } from 'vitest'
import { buildWeb } from '../scripts/build.ts'
import { brokenBudgets, weigh } from '../scripts/weight.ts'

test('the first signed-in screen and the sign-in page stay within their size budgets', async () => {
  await buildWeb(() => {})
  const weights = weigh()
  expect(weights.length).toBeGreaterThan(5)
  expect(brokenBudgets(weights)).toEqual([])
}, 120_000)

test('the report names a screen that exceeds its budget or is missing', () => {
  const home = { screen: 'features/home/web/HomePage.tsx', js: 160 * 1024, css: 1, brotli: 1 }
  expect(brokenBudgets([home])).toEqual([
    'features/home/web/HomePage.tsx weighs 160.0 KB of js (gzip); its budget is 150.0 KB.',
    'features/auth/web/AuthPage.tsx is not in the bundle, so its weight is unknown.',
  ])
})
