import { expect, test } from '@playwright/test'
import { violationsOn } from './axe.ts'

test('violations are found on the whole page and in a part of it', async ({ page }) => {
  await page.setContent(`<!doctype html><html lang="en"><title>Wrong</title><main><h1>Wrong</h1>
    <p id="pale" style="color: #ccc">Hardly to be read</p><button id="mute"></button></main></html>`)
  const ids = async (part?: string) => (await violationsOn(page, part)).map(violation => violation.split(':')[0]).sort()
  expect(await ids()).toEqual(['button-name', 'color-contrast'])
  expect(await ids('#pale')).toEqual(['color-contrast'])
  expect(await violationsOn(page, '#mute')).toEqual(['button-name: <button id="mute"></button>'])
})
