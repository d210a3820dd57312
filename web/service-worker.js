// The service worker: serves the files of the releases that open tabs use, and a page when there is no network. It never stores
// anything of a member: requests to /api, writes and pages go to the network. See docs/decisions/installable.md. It also shows push messages
// (docs/decisions/push.md).
//
// The build puts constants before this text (scripts/service-worker.ts): SHELL, the addresses of what every page loads, SCREENS, those of the
// other files, APP_PAGE, the page of the app without data, APP_HEADERS, the headers that the server sends with it, and COPIES and MAX_AGE_MS, the
// name of the database of web/offline and the age at which its copies expire.

/* global SHELL, SCREENS, APP_PAGE, APP_HEADERS, COPIES, MAX_AGE_MS */

/** A script of every page. Its name is the same in every release, so the network comes first. */
const UNVERSIONED = ['/before-app.js']

/** The entry script has another name in every release. */
const CACHE = `release ${SHELL.find(path => /\/index-.*\.js$/.test(path))}`

addEventListener('install', event => event.waitUntil(keepFiles()))
addEventListener('activate', event => event.waitUntil(begin()))
addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || /^\/+(api|\.well-known)\//i.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(page(event))
  // `no-store`: the app asks the server whether it still has the file (web/app/release.ts).
  else if (pathname.startsWith('/assets/') && request.cache !== 'no-store') event.respondWith(file(request))
  else if (UNVERSIONED.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)))
})

addEventListener('message', event => event.waitUntil(activateFor(event.data)))
addEventListener('push', event => event.waitUntil(show(event.data.json())))
addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(event.notification.data))
})

async function keepFiles() {
  const cache = await caches.open(CACHE)
  await cache.addAll([...SHELL, ...UNVERSIONED])
  if (navigator.connection?.saveData) return
  // One after the other: requests of the app must not wait for them. Without network the installation fails, and the next page goes on with
  // it. A file that the server does not have any more is left out.
  for (const path of SCREENS) {
    if (await cache.match(path)) continue
    const answer = await fetch(path)
    if (answer.ok) await cache.put(path, answer)
  }
}

const allTabs = () => clients.matchAll({ type: 'window', includeUncontrolled: true })
let isForOnlyTab = false

/**
 * The browser activates a new worker only when no tab is left that the previous one serves. The reload of a single tab, such as the
 * installed app, is not such a moment: without network it would get the previous release. So a tab of this release asks the
 * worker to take over, which it does if there is no other tab.
 */
async function activateFor({ entry }) {
  isForOnlyTab = CACHE === `release ${entry}` && (await allTabs()).length === 1
  if (isForOnlyTab) await skipWaiting()
}

/** Removes the files of earlier releases, unless a tab may need them: one that no worker serves (reloaded with Shift). */
async function begin() {
  const old = (await caches.keys()).filter(name => name !== CACHE)
  if (isForOnlyTab || (await allTabs()).length === 0) await Promise.all(old.map(name => caches.delete(name)))
  // The browser requests the page while this worker starts.
  await registration.navigationPreload?.enable()
  await clients.claim()
}

/** From any release: a page of the new one may be served by the previous worker. */
const file = async request => (await caches.match(request, { ignoreVary: true })) ?? fetch(request)

async function page({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    const owner = await copyOwner().catch(() => undefined)
    return owner ? appPage(owner) : offlinePage()
  }
}

/** The app with the identity of the member's last visit. It shows the copies of what the member read (web/offline/copies.ts). */
function appPage({ community, identity }) {
  const boot = JSON.stringify({ community, identity, offline: true }).replaceAll('<', '\\u003c')
  const name = community.name.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
  const html = APP_PAGE.replaceAll('%COMMUNITY_NAME%', () => name).replace(
    '<!--boot-->',
    () => `<script type="application/json" id="boot">${boot}</script>`,
  )
  return new Response(html, { headers: { ...APP_HEADERS, 'content-type': 'text/html; charset=utf-8' } })
}

/** Whose copies are in this browser; undefined if the session has expired, or there are none. */
async function copyOwner() {
  const request = indexedDB.open(COPIES)
  // There is no such database: do not create one.
  request.onupgradeneeded = () => request.transaction.abort()
  const database = await resultOf(request)
  try {
    const owner = await resultOf(database.transaction('owner').objectStore('owner').get('owner'))
    const isCurrent =
      owner && owner.at > Date.now() - MAX_AGE_MS && new Date(owner.identity.session.expires_at) > new Date()
    return isCurrent ? owner : undefined
  } finally {
    database.close()
  }
}

const resultOf = request =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const offlinePage = () =>
  new Response(OFFLINE_PAGE, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
    },
  })

/**
 * A message (PushMessage in features/push/contract.ts) may have waited at the push service. What it says is shown only if this browser still
 * belongs to the member it was sent to; browsers require that something is shown.
 */
async function show({ id, title, body, tag, url }) {
  const words = (await isCurrent(id))
    ? { body, tag, data: url }
    : { body: 'Open the app to see what is new', tag: 'neutral', data: '/' }
  await registration.showNotification(title, { ...words, icon: '/icon-192.png' })
}

async function isCurrent(id) {
  try {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/api/push/check', {
      method: 'POST',
      credentials: 'omit',
      headers,
      body: JSON.stringify({ id }),
    })
    return answer.ok && (await answer.json()).is_current
  } catch {
    return false
  }
}

/** In the tab that was used last, which opens it without a reload (web/push/follow-push.ts). */
async function open(url) {
  const [tab] = await clients.matchAll({ type: 'window' })
  if (!tab) return clients.openWindow(url)
  tab.postMessage({ open: url })
  return tab.focus()
}

const OFFLINE_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f7f5f0" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0a141e" media="(prefers-color-scheme: dark)">
<title>You are offline</title>
<style>
  :root { color-scheme: light dark }
  :root[data-theme=light] { color-scheme: light }
  :root[data-theme=dark] { color-scheme: dark }
  body {
    margin: 0; min-height: 100dvh; box-sizing: border-box; padding: max(24px, env(safe-area-inset-top)) 24px max(24px, env(safe-area-inset-bottom));
    display: flex; flex-direction: column; align-items: center; justify-content: center; text-align: center;
    background: light-dark(#f7f5f0, #0a141e); color: light-dark(#0b1d2e, #eaeef2);
    font: 1rem/1.5 ui-sans-serif, system-ui, sans-serif;
  }
  svg { color: light-dark(#c8202f, #ee5565) }
  h1 { margin: 20px 0 8px; font: 400 2rem/1.2 Georgia, "Times New Roman", serif }
  p { margin: 0 0 24px; max-width: 24rem; color: light-dark(#55616d, #a0adb9); text-wrap: balance }
  button {
    min-height: 44px; padding: 0 20px; border: 0; border-radius: 8px; cursor: pointer; font: 600 0.9375rem ui-sans-serif, system-ui, sans-serif;
    background: light-dark(#125a8b, #6fb3e3); color: light-dark(#fff, #08131d);
  }
  button:focus-visible { outline: 2px solid light-dark(#125a8b, #6fb3e3); outline-offset: 2px }
</style>
<main>
  <svg aria-hidden="true" width="48" height="48" viewBox="0 0 32 32" fill="currentColor"><path d="M16 1l4.05 7.99 8.94-.49L24.1 16l4.89 7.5-8.94-.49L16 31l-4.05-7.99-8.94.49L7.9 16 3.01 8.5l8.94.49z"/></svg>
  <h1>You are offline</h1>
  <p>This page could not be loaded. Please check your connection.</p>
  <button type="button">Try again</button>
</main>
<script>
  try { document.documentElement.dataset.theme = localStorage.getItem('theme') ?? '' } catch {}
  document.querySelector('button').onclick = () => location.reload()
  addEventListener('online', () => location.reload())
  setInterval(() => fetch('/star.svg', { cache: 'no-store' }).then(({ ok }) => ok && location.reload(), () => {}), 3000)
</script>
</html>`
