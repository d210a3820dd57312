import type { Page } from '@playwright/test'
import { deleteTopic } from '../features/forum/contract.ts'
import { removeResource } from '../features/resources/contract.ts'
import { type Screen, shows, type Writer, type Writing, writeEverywhere, writtenScreens } from '../tests/e2e/written.ts'

/** The menu is a screen of its own only on a phone. */
export const PHONE = { width: 390, height: 844 }

/** The shortest limit of a one-line field. */
const LINE = 120
const TEXT = 450

/** Packs the texts into writings, so that each is once in every one-line field; in longer fields also those that follow. */
export function writingsOf(texts: string[]): Writing[] {
  const writings: Writing[] = []
  for (let i = 0; i < texts.length; ) {
    const line = joined(texts.slice(i), LINE)
    const text = joined(texts.slice(i), TEXT, '\n')
    const url = `https://example.com/?q=${(texts[i] ?? '').replace(/\s/g, '+')}`
    writings.push({ line: line.text, text: text.text, url, email: 'ada@example.com' })
    i += Math.max(1, line.count)
  }
  return writings
}

function joined(texts: string[], longest: number, between = ' ') {
  let text = texts[0] ?? ''
  let count = 1
  for (const next of texts.slice(1)) {
    if (text.length + next.length + 1 > longest) break
    text += between + next
    count++
  }
  return { text, count }
}

/** Reports what a page does when a text is taken for HTML: dialogs, blocked or foreign requests. */
export function watch(page: Page, url: string): string[] {
  const found: string[] = []
  page.on('dialog', dialog => {
    found.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', message => {
    if (/Content Security Policy|Refused to/i.test(message.text())) found.push(message.text())
  })
  page.on('request', request => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(url)) found.push(`a request to ${request.url()}`)
  })
  return found
}

/** Two members write the texts into every field, and the first one opens every screen. Returns what `watch` found, by screen. */
export async function inject(page: Page, found: string[], mine: Writer, his: Writer, writing: Writing) {
  const made = await writeEverywhere(mine, his, writing)
  const problems: string[] = []
  const screens = writtenScreens(made)
  for (const screen of screens) {
    await shows({ page }, screen)
    problems.push(...found.splice(0).map(problem => `${nameOf(screen)}: ${problem}`))
  }
  // So that the forms of the next round show the rows of that round.
  await mine.does(deleteTopic, { id: made.topic })
  await mine.does(removeResource, { id: made.resource })
  return { problems, screens: screens.length }
}

const nameOf = ({ address, press = [] }: Screen) => [address, ...press].join(' → ')
