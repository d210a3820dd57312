import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

type Axe = typeof import('axe-core')
export type Scope = { part?: string; rules?: string[] }
/** The rules whose result depends on the colour scheme. */
export const aboutColours = ['color-contrast', 'link-in-text-block']

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The accessibility violations of the current page, or of a part of it. @axe-core/playwright opens a second page for every check, to
 * support frames. Our pages have none, so running axe directly takes a quarter of the time, in some three hundred checks.
 */
export async function violationsOn(page: Page, { part, rules }: Scope = {}): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(source)
  const { violations } = await page.evaluate(
    ({ part, rules }) =>
      (window as unknown as { axe: Axe }).axe.run(part ?? document, {
        resultTypes: ['violations'],
        // Without the style sheets as text, which only an experimental rule needs.
        preload: { assets: ['media'] },
        ...(rules ? { runOnly: rules } : {}),
      }),
    { part, rules },
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' | ')}`)
}
