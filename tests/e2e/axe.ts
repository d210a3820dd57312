import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

type Axe = typeof import('axe-core')
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The accessibility violations of the current page, or of a part of it. @axe-core/playwright opens a second page for every check, to
 * support frames. Our pages have none, so running axe directly takes a quarter of the time, in some three hundred checks.
 */
export async function violationsOn(page: Page, part?: string): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(source)
  const { violations } = await page.evaluate(
    part => (window as unknown as { axe: Axe }).axe.run(part ?? document, { resultTypes: ['violations'] }),
    part,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' | ')}`)
}
