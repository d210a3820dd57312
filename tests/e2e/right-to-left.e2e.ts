import { createEvent } from '../../features/events/contract.ts'
import { createTopic } from '../../features/forum/contract.ts'
import { createIntroductionRequest } from '../../features/introductions/contract.ts'
import { addInvestor } from '../../features/investors/contract.ts'
import { saveProfile } from '../../features/profile/contract.ts'
import { shareLink } from '../../features/resources/contract.ts'
import { expect, lookAt, mainFor, phone, test } from './fixtures.ts'
import { shows, type Writing, writeEverywhere, writtenScreens } from './written.ts'

const line = 'אברהם יצחק כהן לוי בן עמי הגלילי מן העיר הגדולה אשר על שפת האגם הרחב והעמוק מאוד'
const hebrew: Writing = {
  line,
  text: `${line}\n\n- ${line}\n- ${line}`,
  url: 'https://example.com/a',
  email: 'avraham@example.com',
}

/** Right-to-left texts that are shown left-to-right or with their beginning cut off. */
function wronglyShown(): string[] {
  const isHebrew = (text: string) => /^[\s"“]*[\u0590-\u05ff]/.test(text)
  const named = (fault: string, element: Element) => `${fault}: ${element.outerHTML.slice(0, 160)}`
  const faults: string[] = []
  for (const field of document.querySelectorAll<HTMLInputElement>('input:not([aria-hidden]), textarea'))
    if (isHebrew(field.value) && getComputedStyle(field).direction !== 'rtl') faults.push(named('a field', field))
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode as Text
    const parent = node.parentElement
    if (!parent || !isHebrew(node.data) || parent.closest('script, textarea, .sr-only, [data-avatar]')) continue
    if (!parent.checkVisibility()) continue
    if (getComputedStyle(parent).direction !== 'rtl') faults.push(named('a text', parent))
    else if (isBeginningCut(node, parent)) faults.push(named('cut at its beginning', parent))
  }
  return faults

  function isBeginningCut(node: Text, parent: Element) {
    const first = document.createRange()
    const at = node.data.search(/\S/)
    first.setStart(node, at)
    first.setEnd(node, at + 1)
    const letter = first.getBoundingClientRect()
    for (let box: Element | null = parent; box && !box.matches('main, [data-modal]'); box = box.parentElement) {
      if (getComputedStyle(box).overflowX !== 'hidden') continue
      const { left, right } = box.getBoundingClientRect()
      if (letter.left < left - 1 || letter.right > right + 1) return true
    }
    return false
  }
}

for (const size of [phone, { width: 1280, height: 800 }])
  test(
    `right-to-left texts start at the right and are truncated at their end, at ${size.width} pixels`,
    mainFor(size, phone),
    async ({ ada, bob }) => {
      test.setTimeout(180_000)
      const made = await writeEverywhere(ada.member.http, bob.member.http, hebrew)
      await ada.page.setViewportSize(size)
      const found: Record<string, string[]> = {}
      for (const screen of writtenScreens(made)) {
        if (screen.press?.includes('Open menu') && size !== phone) continue
        await shows(ada, screen)
        const wrong = await ada.page.evaluate(wronglyShown)
        await lookAt(ada.page, `right-to-left${[screen.address, ...(screen.press ?? [])].join().replace(/\W+/g, '-')}`)
        if (wrong.length > 0) found[[screen.address, ...(screen.press ?? [])].join(' → ')] = wrong
      }
      expect(found).toEqual({})
    },
  )

/** Names that are not aligned with the left edge of their block. */
function namesAstray(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const astray: string[] = []
  while (texts.nextNode()) {
    const node = texts.currentNode as Text
    const parent = node.parentElement
    if (!parent?.checkVisibility() || !/^[\u0590-\u06ff]/.test(node.data) || parent.closest('script, .sr-only'))
      continue
    let block = parent
    while (getComputedStyle(block).display === 'inline' && block.parentElement) block = block.parentElement
    const { textAlign, direction } = getComputedStyle(block)
    if (textAlign === 'center') continue
    const place = document.createRange()
    place.selectNodeContents(node)
    const gap = place.getBoundingClientRect().left - block.getBoundingClientRect().left
    if (direction === 'rtl' && gap > 1) astray.push(block.outerHTML.slice(0, 160))
  }
  return astray
}

test('right-to-left names and titles keep their position among English texts', async ({ ada, bob }) => {
  test.slow()
  const names = [
    [ada.member.http, 'אברהם כהן', 'شركة الخليج'],
    [bob.member.http, 'محمد القاسم', 'חברת האגם'],
  ] as const
  for (const [me, name, firm] of names) {
    const about = { description: 'Freight for the lakes.' }
    await me.does(saveProfile, { full_name: name, title: firm, company_name: firm, location: firm, bio: 'Hello.' })
    await me.does(addInvestor, { ...about, name, firm })
    await me.does(createTopic, { title: name, content: 'How much?' })
    await me.does(createEvent, { ...about, title: name, location: firm, event_date: '2099-05-01' })
    await me.does(shareLink, { ...about, title: name, url: 'https://example.com/a' })
    await me.does(createIntroductionRequest, {
      ...{ request_title: name, context: 'Because trucks wait.', your_company: firm, target_person: name },
    })
  }
  const lists = ['/members', '/investors', '/forum', '/introduction-requests', '/events', '/resources', '/']
  const single = [
    '/profile',
    '/investors?investor=1',
    '/forum/2',
    '/events?event=1',
    '/introduction-requests?request=1',
  ]
  const found: Record<string, string[]> = {}
  for (const size of [phone, { width: 1280, height: 800 }]) {
    await ada.page.setViewportSize(size)
    for (const address of [...lists, ...single]) {
      await shows(ada, { address })
      const astray = await ada.page.evaluate(namesAstray)
      if (astray.length > 0) found[`${address} at ${size.width}`] = astray
    }
  }
  expect(found).toEqual({})
})
