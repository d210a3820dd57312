import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { DEMO_EMAIL } from '../features/members/demo.ts'
import { findChromium } from './browser.ts'
import { buildWeb, root } from './build.ts'
import { runCommand, say } from './command-line.ts'
import { fillWhenEmpty, PASSWORD, serveDemoFrom } from './demo/community.ts'

const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

type Picture = {
  name: string
  path: string
  look?: 'light' | 'dark'
  size?: typeof wide
  /** Opens the screen to show, starting from the path. */
  opens?: (page: Page) => Promise<void>
}

const pictures: Picture[] = [
  { name: 'home', path: '/' },
  {
    name: 'topic',
    path: '/forum',
    look: 'dark',
    opens: page => page.getByRole('link', { name: 'View Topic' }).nth(1).click(),
  },
  { name: 'members', path: '/members' },
  {
    name: 'investor',
    path: '/investors?sort=commented',
    opens: page => page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').first().click(),
  },
  { name: 'introductions', path: '/introduction-requests', size: phone },
]

/** `npm run pictures`: takes the README's pictures from a new demo community. */
const folder = mkdtempSync(join(tmpdir(), 'community-pictures-'))
serveDemoFrom(join(folder, 'data'))
process.env.PORT = '0'
process.env.HOST = '127.0.0.1'
delete process.env.PUBLIC_URL
process.env.LOG_LEVEL = 'silent'

await runCommand(async () => {
  try {
    await buildWeb(say)
    const executablePath = await findChromium(say)
    await fillWhenEmpty()
    const { main } = await import('../server/main.ts')
    const { url, stop } = await main({ say })
    try {
      const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
      try {
        for (const picture of pictures) await take(browser, url, picture)
      } finally {
        await browser.close()
      }
    } finally {
      await stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

async function take(browser: Browser, url: string, { name, path, look, size = wide, opens }: Picture): Promise<void> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: size,
    colorScheme: look ?? 'light',
    reducedMotion: 'reduce',
    isMobile: size === phone,
    hasTouch: size === phone,
  })
  const answer = await context.request.post('/api/auth/sign-in', {
    data: { email: DEMO_EMAIL, password: PASSWORD },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  if (!answer.ok()) throw new Error(`The demo member could not sign in: ${answer.status()}`)
  const page = await context.newPage()
  await page.goto(path)
  await opens?.(page)
  await isWhole(page)
  const folder = join(root, 'docs/pictures')
  mkdirSync(folder, { recursive: true })
  const { size: bytes } = await sharp(await page.screenshot())
    .webp({ quality: 80, effort: 6 })
    .toFile(join(folder, `${name}.webp`))
  say(`docs/pictures/${name}.webp ${Math.round(bytes / 1024)} KB`)
  await context.close()
}

/** Waits until skeletons are gone and visible images and fonts are loaded. */
async function isWhole(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => {
    const isInSight = (element: Element) => {
      const { top, width } = element.getBoundingClientRect()
      return width > 0 && top < innerHeight
    }
    const isBusy = [...document.querySelectorAll('[aria-busy=true]')].some(isInSight)
    return !isBusy && [...document.images].filter(isInSight).every(image => image.complete)
  })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
