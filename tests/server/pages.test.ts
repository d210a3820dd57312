import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { isPage } from '../../contract/page-addresses.ts'
import { sql } from '../../database/connection/sql.ts'
import { loadAssets } from '../../server/pages/assets.ts'
import { screens } from '../../server/pages/screens.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())

type Boot = { identity?: { user: { email: string } | null }; data: Record<string, unknown> }
const bootOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as Boot

test('a page contains the session and the member’s profile, so that the first paint needs no further request', async () => {
  const ada = await server.member('Ada')
  const boot = bootOf((await ada.asks('GET', '/settings')).text)
  expect(boot.identity?.user?.email).toBe(ada.email)
  expect(boot.data['GET /api/profile']).toMatchObject({ full_name: 'Ada' })
})

test('the data in a page equals the API’s answers', async () => {
  const ada = await server.member('Ada')
  const made = async (url: string, body: object) => ((await ada.asks('POST', url, body)).json as { id: number }).id
  const investor = await made('/api/investors', { name: 'Ruth Abernathy', firm: 'Bluestem' })
  await ada.asks('POST', `/api/investors/${investor}/comments`, { content: 'Quick to answer.', rating: 5 })
  const topic = await made('/api/posts', { title: 'Who audits?', content: 'Asking early.', tags: ['General'] })
  for (const page of [
    '/members',
    '/forum',
    `/forum/${topic}`,
    '/events',
    '/resources',
    '/investors',
    `/investors?q=ruth&investor=${investor}`,
    '/introductions',
    '/profile',
  ]) {
    const carried = Object.entries(bootOf((await ada.asks('GET', page)).text).data)
    expect(carried.length, page).toBeGreaterThan(0)
    for (const [call, answer] of carried) expect(answer, call).toEqual(await ada.reads(call.replace('GET ', '')))
  }
})

test('member text cannot close the script element that contains the data', async () => {
  const mallory = await server.member('</script><script>alert(1)</script>', { email: 'mallory@example.com' })
  const { text } = await mallory.asks('GET', '/')
  expect(text).not.toContain('<script>alert(1)')
  expect(bootOf(text).data['GET /api/profile']).toMatchObject({ full_name: '</script><script>alert(1)</script>' })
})

test('without a valid session the page has no user', async () => {
  expect(bootOf((await server.visitor.asks('GET', '/')).text).identity).toEqual({ user: null, session: null })
  const ada = await server.member('Ada')
  await ada.tries('POST', '/api/auth/sign-out')
  expect(bootOf((await ada.asks('GET', '/')).text).identity).toEqual({ user: null, session: null })
})

test('a failing preload does not affect the rest of the page', async () => {
  const ada = await server.member('Ada')
  await server.owner.run(sql`delete from profiles where user_id = ${ada.user_id}`)
  const boot = bootOf((await ada.asks('GET', '/')).text)
  expect(boot.identity?.user?.email).toBe(ada.email)
  expect(boot.data['GET /api/profile']).toBeUndefined()
})

test('a page preloads the chunks of its screen, or that of the sign-in page', async () => {
  const ada = await server.member('Ada')
  const chunks = (html: string) =>
    [...html.matchAll(/<link rel="modulepreload"[^>]*\/assets\/(\w+(?:Page|Body))-/g)].map(match => match[1])
  expect(chunks((await ada.asks('GET', '/forum/12')).text)).toEqual(['ForumPage', 'MarkdownBody'])
  expect(chunks((await ada.asks('GET', '/events?event=3')).text)).toEqual(['EventsPage'])
  expect(chunks((await server.visitor.asks('GET', '/forum/12')).text)).toEqual(['AuthPage'])
  expect(chunks((await server.visitor.asks('GET', '/direct-login')).text)).toEqual(['DirectLoginPage'])
  expect(chunks((await ada.asks('GET', '/nowhere')).text)).toEqual([])
})

test('a page requests its stylesheet before the fonts, the data and the scripts', async () => {
  const ada = await server.member('Ada')
  const { text } = await ada.asks('GET', '/forum')
  const places = ['<link rel="stylesheet"', 'as="font"', 'id="boot"', '<script type="module"'].map(part =>
    text.indexOf(part),
  )
  expect(places.every(place => place > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(text.match(/<link rel="stylesheet"/g)).toHaveLength(1)
})

test('every page for a visitor contains the prerendered sign-in page', async () => {
  const ada = await server.member('Ada')
  const isPrerendered = (html: string) => html.includes('<div id="prerendered">') && html.includes('top builders')
  expect(isPrerendered((await server.visitor.asks('GET', '/auth')).text)).toBe(true)
  expect(isPrerendered((await server.visitor.asks('GET', '/forum/12')).text)).toBe(true)
  expect(isPrerendered((await server.visitor.asks('GET', '/direct-login')).text)).toBe(false)
  expect(isPrerendered((await server.visitor.asks('GET', '/nowhere')).text)).toBe(false)
  expect(isPrerendered((await ada.asks('GET', '/forum/12')).text)).toBe(false)
})

/** The frame of a screen (web/app/frames.tsx) in a page. */
const frameIn = (html: string) => /<div id="root">(.*)<\/div>\s*<\/body>/s.exec(html)?.[1]

test('a member’s page contains the frame of its screen, the same for all members', async () => {
  const ada = await server.member('Ada Osei')
  const bob = await server.member('Bob Kowalski')
  const made = async (url: string, body: object) => ((await ada.asks('POST', url, body)).json as { id: number }).id
  const topic = await made('/api/posts', { title: 'Who audits?', content: 'Asking early.', tags: ['General'] })
  for (const [path, title] of [
    ['/', 'Welcome!'],
    ['/forum', 'Community Forum'],
    [`/forum/${topic}`, 'Back to topics'],
    ['/members?q=ada', 'Members'],
    ['/investors', 'Investor Database'],
    ['/investors?investor=new', 'Investor Database'],
    ['/investors?investor=3', 'Loading…'],
    ['/events', 'Community Events'],
    ['/resources', 'Resources'],
    ['/intro-requests', 'Introduction Requests'],
    ['/settings', 'Loading…'],
  ] as const) {
    const frame = frameIn((await ada.asks('GET', path)).text)
    expect(frame, path).toContain(`>${title}<`)
    expect(frame, path).toMatch(/^<div inert="" aria-hidden="true">/)
    expect(frame, path).toBe(frameIn((await bob.asks('GET', path)).text))
    expect(frame, path).not.toMatch(/Ada|Osei|audits|example\.com|style=|<script/)
  }
})

test('who may not see the members’ screens gets no frame, nor does a page without the session', async () => {
  const ada = await server.member('Ada')
  for (const path of ['/', '/forum']) expect(frameIn((await server.visitor.asks('GET', path)).text), path).toBe('')
  for (const path of ['/search?q=ada', '/create-introduction-request', '/nowhere', '/auth'])
    expect(frameIn((await ada.asks('GET', path)).text), path).toBe('')
  await ada.tries('POST', '/api/auth/sign-out')
  expect(frameIn((await ada.asks('GET', '/forum')).text)).toBe('')
})

test('the community name is escaped in the page', () => {
  const html = loadAssets('<b>$& "Prairie"').page({ json: '{}', isMember: false }, '/auth', false)
  expect(html).not.toContain('<b>')
  expect(html.match(/&#60;b&#62;\$&#38; &#34;Prairie&#34;/g)).toHaveLength(2)
  const framed = loadAssets('<b>$& "Prairie"').page({ json: '{}', isMember: true }, '/forum', true)
  expect(framed).not.toContain('<b>')
  // The frame of the screen shows it too.
  expect(framed.match(/&#60;b&#62;\$&#38; &#34;Prairie&#34;/g)?.length).toBeGreaterThan(2)
  expect(framed).not.toContain('COMMUNITY_NAME')
})

test('the web app manifest has the community’s name, icons of their stated size, and shortcuts to pages', async () => {
  const manifest = JSON.parse(
    String(loadAssets('The "Prairie" $& Co.').file('/manifest.webmanifest', 'br, gzip')?.body),
  ) as {
    name: string
    icons: { src: string; sizes: string; purpose?: string }[]
    shortcuts: { url: string }[]
    start_url: string
  }
  expect(manifest.name).toBe('The "Prairie" $& Co.')
  expect(manifest.icons.map(icon => icon.purpose)).toContain('maskable')
  for (const { src, sizes } of manifest.icons) {
    const icon = await server.app.inject({ url: src })
    expect(icon.headers['content-type']).toBe('image/png')
    const { width, height } = await sharp(icon.rawPayload).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
  for (const { url } of [...manifest.shortcuts, { url: manifest.start_url }]) expect(isPage(url), url).toBe(true)
  const page = (await server.visitor.asks('GET', '/')).text
  for (const [, path = ''] of page.matchAll(/<link rel="(?:manifest|apple-touch-icon)" href="([^"]+)"/g))
    expect((await server.app.inject({ url: path })).statusCode, path).toBe(200)
})

test('the service worker is checked for a new version at every visit, and lists files that exist', async () => {
  const { headers, body } = await server.app.inject({ url: '/service-worker.js' })
  expect(headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
  const files = new Set(body.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g))
  expect(files.size).toBeGreaterThan(20)
  for (const url of files) expect((await server.app.inject({ url })).statusCode, url).toBe(200)
})

test('a file of another release is not found, and has no member’s data', async () => {
  const ada = await server.member('Ada')
  const answer = await ada.asks('GET', '/assets/index-of-last-week.js')
  expect(answer).toMatchObject({ status: 404, json: { error: 'There is nothing at this address.' } })
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('the server preloads the same screens that the browser’s routes open', () => {
  const routes = readFileSync(new URL('../../web/app/app.tsx', import.meta.url), 'utf8')
  const lines = routes.matchAll(
    /'(\/[^']*)',\s*(?:\.\.\.screen\(\s*)?'[^']*',\s*\(\) => import\('\.\.\/\.\.\/(features[^']*)'\)/g,
  )
  const opened = Object.fromEntries([...lines].map(([, path, source]) => [path?.replaceAll('$', ':'), source]))
  // The old address is a redirect.
  expect(screens).toEqual({ ...opened, '/intro-requests': opened['/introduction-requests'] })
})

test('a bundle file is sent in the best encoding that the browser accepts, with the same content', async () => {
  const as = async (accepted: string) => {
    const answer = await server.app.inject({ url: '/before-app.js', headers: { 'accept-encoding': accepted } })
    expect(answer.statusCode).toBe(200)
    return { encoding: answer.headers['content-encoding'], body: answer.rawPayload, etag: answer.headers.etag }
  }
  const [plain, gzip, br] = [await as(''), await as('gzip, deflate'), await as('gzip, deflate, br')]
  expect([plain.encoding, gzip.encoding, br.encoding]).toEqual([undefined, 'gzip', 'br'])
  expect(plain.body.toString()).toContain('dataset.theme')
  expect(gunzipSync(gzip.body)).toEqual(plain.body)
  expect(brotliDecompressSync(br.body)).toEqual(plain.body)
  expect((await server.visitor.asks('GET', '/before-app.js.br')).status).toBe(404)
})

test('a page is compressed only for browsers that accept it', async () => {
  const { headers, rawPayload } = await server.app.inject({ url: '/auth', headers: { 'accept-encoding': 'gzip, br' } })
  expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding', 'cache-control': 'no-store' })
  expect(bootOf(brotliDecompressSync(rawPayload).toString()).identity).toEqual({ user: null, session: null })
  expect((await server.app.inject({ url: '/auth' })).headers['content-encoding']).toBeUndefined()
  for (const url of ['/auth', '/before-app.js'])
    for (const none of ['br;q=0, identity', 'gzip;q=0.000, BR;Q=0', 'brotli']) {
      const answer = await server.app.inject({ url, headers: { 'accept-encoding': none } })
      expect(answer.headers['content-encoding'], `${url} ${none}`).toBeUndefined()
    }
})

test('HEAD of a page and of a bundle file has the headers of GET', async () => {
  const ada = await server.member('Ada')
  const [script = ''] = /\/assets\/[^"]+\.js/.exec((await server.visitor.asks('GET', '/')).text) ?? []
  for (const [who, url, encoding] of [
    [server.visitor, '/', 'br'],
    // Not compressed: a remaining time in seconds differs between requests, which changes the compressed length.
    [ada, '/forum', ''],
    [server.visitor, '/no/such/page', 'br'],
    [server.visitor, script, ''],
    [server.visitor, script, 'br'],
    [server.visitor, '/healthz', ''],
  ] as const) {
    const asked = { 'accept-encoding': encoding }
    const whole = await who.asks('GET', url, undefined, asked)
    const head = await who.asks('HEAD', url, undefined, asked)
    expect(head, url).toMatchObject({ status: whole.status, text: '' })
    const { 'x-request-id': _, date: __, ...same } = whole.headers
    expect(head.headers, url).toMatchObject(same)
    expect(Number(same['content-length']), url).toBeGreaterThan(0)
  }
  const { etag } = (await server.visitor.asks('HEAD', script)).headers
  const known = { 'if-none-match': `W/${etag}` }
  for (const method of ['GET', 'HEAD'])
    expect((await server.visitor.asks(method, script, undefined, known)).status).toBe(304)
  expect(await server.visitor.tries('HEAD', '/api/nothing-here')).toBe(404)
})
