import type { FastifyInstance } from 'fastify'
import { startTestServer } from '../test-server.ts'
import { test as base, type Person } from './fixtures.ts'

/** A server that can be released anew, and a browser that allows the service worker. */
export const test = base.extend<{ releases: { next: () => void } }>({
  serviceWorkers: 'allow',
  server: async ({ env }, use) => {
    const server = await startTestServer({ adminUrl: process.env.E2E_ADMIN_URL as string, env })
    const releases = serveReleases(server.app)
    await use(Object.assign(server, { url: await server.listen(), releases }))
    await server.close()
  },
  releases: async ({ server }, use) => use((server as unknown as { releases: { next: () => void } }).releases),
})

/** From the second release on, every script and stylesheet has another name, and those of earlier releases answer 404. */
function serveReleases(app: FastifyInstance) {
  let release = 1
  const ending = () => (release === 1 ? '' : `.r${release}`)
  app.addHook('onRequest', async request => {
    request.headers['accept-encoding'] = ''
    delete request.headers['if-none-match']
    const params = request.params as { '*'?: string }
    const [, name, of = '', type] = /^(assets\/.+?)(\.r\d+)?\.(js|css)$/.exec(params['*'] ?? '') ?? []
    if (name) params['*'] = of === ending() ? `${name}.${type}` : 'assets/gone'
  })
  app.addHook('onSend', async (_, reply, payload) => {
    reply.removeHeader('etag')
    if (!/html|javascript|css/.test(String(reply.getHeader('content-type')))) return payload
    return String(payload).replace(/((?:assets|\.)\/[\w-]+)\.(js|css)\b/g, `$1${ending()}.$2`)
  })
  return { next: () => void release++ }
}

/** Opens the page and waits until the worker serves it. */
export async function opensWithWorker(who: Person, path: string) {
  await who.opens(path)
  await who.page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while (!navigator.serviceWorker.controller) await new Promise(done => setTimeout(done, 20))
  })
}
