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
