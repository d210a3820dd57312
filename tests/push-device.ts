import type { PushMessage } from '../features/push/contract.ts'
import type { Person } from './e2e/fixtures.ts'
import type { Browser } from './push-browser.ts'

/** What headless Chromium lacks of a device, for the browser tests of push messages. */

/**
 * Headless Chromium has neither a push service nor notifications: the subscription and the answer to the question of the browser are the
 * test's own.
 */
export async function canSubscribe(
  { page }: Person,
  { subscription }: Browser,
  answer: NotificationPermission = 'granted',
) {
  await page.addInitScript(
    ([made, answered]) => {
      // Kept for the tab, as a browser does for the site.
      Object.defineProperty(Notification, 'permission', { get: () => window.name || 'default' })
      Notification.requestPermission = async () => {
        window.name = answered
        return answered
      }
      let current: object | null = null
      const subscribed = {
        toJSON: () => made,
        unsubscribe: async () => {
          current = null
          return true
        },
      }
      Object.assign(PushManager.prototype, {
        subscribe: async () => {
          current = subscribed
          return subscribed
        },
        getSubscription: async () => current,
      })
    },
    [subscription, answer] as const,
  )
}

/** Delivers a message to the service worker, through the browser's DevTools protocol. */
export async function delivers({ page }: Person, message: PushMessage | undefined) {
  const devTools = await page.context().newCDPSession(page)
  const registered = new Promise<string>(resolve =>
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [found] }) => {
      if (found) resolve(found.registrationId)
    }),
  )
  await devTools.send('ServiceWorker.enable')
  await devTools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  })
  await devTools.detach()
}

type Shown = { title: string; body: string; tag: string; data: string; close: () => void }
type WorkerScope = typeof globalThis & { shown: Shown[]; registration: object }

/** What the worker shows; without the stub, headless Chromium refuses to show it. */
export async function notificationsOf({ page }: Person) {
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('There is no worker.')
  await worker.evaluate(() => {
    const scope = globalThis as WorkerScope
    scope.shown = []
    Object.assign(scope.registration, {
      showNotification: async (title: string, { body, tag, data }: Shown) => {
        const close = () => {
          scope.shown = scope.shown.filter(other => other.tag !== tag)
        }
        close()
        scope.shown.push({ title, body, tag, data, close })
      },
    })
  })
  return {
    shown: () =>
      worker.evaluate(() =>
        (globalThis as WorkerScope).shown.map(({ title, body, tag, data }) => ({ title, body, tag, data })),
      ),
    /** A click that the browser did not see: it may not bring the window to the front. */
    click: () =>
      worker.evaluate(() => {
        const [notification] = (globalThis as WorkerScope).shown
        const waitUntil = (work: Promise<unknown>) => work.catch(() => undefined)
        dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
      }),
  }
}

/** How many shown messages the page has closed; one is shown. */
export async function closedMessagesOf({ page }: Person) {
  let count = 0
  await page.exposeFunction('noteClosed', () => void count++)
  await page.evaluate(() => {
    const { noteClosed } = globalThis as unknown as { noteClosed: () => void }
    const shown = [{ close: noteClosed }] as unknown as Notification[]
    ServiceWorkerRegistration.prototype.getNotifications = async () => shown.splice(0)
  })
  return () => count
}
