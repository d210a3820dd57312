import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

type Axe = typeof import('axe-core')
export type Scope = { part?: string; rules?: string[] }
/** The rules whose result depends on the colour scheme. */
export const aboutColours = ['color-contrast', 'link-in-text-block']

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// No faults for a screen reader, in an open menu, select or combobox of Base UI.

/** Hidden and focusable on purpose: they pass the focus on at once, and nothing ever stays on them. */
const FOCUS_GUARD = '[data-base-ui-focus-guard]'

/**
 * What need not be in a landmark: axe's own list, and the options. They are at the end of the body, but the focus is moved to them, or the field
 * names them (aria-activedescendant).
 */
const regionMatcher = `dialog, [role=dialog], [role=alertdialog], svg, ${['listbox', 'menu'].map(role => `[data-base-ui-portal] [role=${role}]`).join()}`

/**
 * The accessibility violations of the current page, or of a part of it. @axe-core/playwright opens a second page for every check, to
 * support frames. Our pages have none, so running axe directly takes a quarter of the time, in some three hundred checks.
 */
export async function violationsOn(page: Page, { part, rules }: Scope = {}): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(source)
  const found = await page.evaluate(
    async ({ part, rules, focusGuard, regionMatcher }) => {
      const { axe } = window as unknown as { axe: Axe }
      axe.configure({ checks: [{ id: 'region', options: { regionMatcher } }] })
      const { violations } = await axe.run(part ?? document, {
        resultTypes: ['violations'],
        elementRef: true,
        // Without the style sheets as text, which only an experimental rule needs.
        preload: { assets: ['media'] },
        ...(rules ? { runOnly: rules } : {}),
      })
      return violations.map(({ id, nodes }) => {
        const isExcepted = (element?: HTMLElement) => id === 'aria-hidden-focus' && element?.matches(focusGuard)
        return { id, nodes: nodes.filter(({ element }) => !isExcepted(element)).map(({ html }) => html) }
      })
    },
    { part, rules, focusGuard: FOCUS_GUARD, regionMatcher },
  )
  return found.filter(({ nodes }) => nodes.length > 0).map(({ id, nodes }) => `${id}: ${nodes.join(' | ')}`)
}
