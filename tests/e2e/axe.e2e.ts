import { expect, test } from '@playwright/test'
import { aboutColours, type Scope, violationsOn } from './axe.ts'

test('violations are found on the whole page and in a part of it', async ({ page }) => {
  await page.setContent(`<!doctype html><html lang="en"><title>Wrong</title><main><h1>Wrong</h1>
    <p id="pale" style="color: #ccc">Hardly to be read</p><button id="mute"></button></main></html>`)
  const ids = async (scope?: Scope) =>
    (await violationsOn(page, scope)).map(violation => violation.split(':')[0]).sort()
  expect(await ids()).toEqual(['button-name', 'color-contrast'])
  expect(await ids({ part: '#pale' })).toEqual(['color-contrast'])
  expect(await ids({ rules: aboutColours })).toEqual(['color-contrast'])
  expect(await violationsOn(page, { part: '#mute' })).toEqual(['button-name: <button id="mute"></button>'])
})

test('of an open select only the focus guards and the place of its options are excepted', async ({ page }) => {
  const select = (wrong = '') => `<!doctype html><html lang="en"><title>Select</title><main><h1>Select</h1></main>
    <div data-base-ui-portal><span data-base-ui-focus-guard aria-hidden="true" tabindex="0"></span>
    <div role="listbox" aria-label="Industry"><div role="option"><div>Fintech</div></div>${wrong}</div></div>`
  await page.setContent(select())
  expect(await violationsOn(page)).toEqual([])
  await page.setContent(`${select('<div role="option" style="color: #ccc">Pale</div>')}
    <p>Outside</p><div data-base-ui-portal><p>Beside</p><div role="listbox" aria-label="Stage"></div></div><div aria-hidden="true"><button>Hidden</button></div>`)
  const violations = await violationsOn(page)
  expect(violations.map(violation => violation.split(':')[0]).sort()).toEqual([
    'aria-hidden-focus',
    'color-contrast',
    'region',
  ])
  expect(violations).toContain('region: <p>Outside</p> | <p>Beside</p>')
})
