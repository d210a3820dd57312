import type { FastifyInstance } from 'fastify'
import { isPage } from '../contract/pages.ts'
import { loadAssets } from './assets.ts'
import { bootMaker, type Preload } from './boot.ts'
import type { Handler, House } from './endpoint.ts'

/** '//' is a path here, not the beginning of another host. */
const pathOf = (url: string) => url.split(/[?#]/)[0] ?? '/'

/** Every address that is not the API's: the bundle's files, and for the rest the one page with its session and data inside. */
export function servePages(app: FastifyInstance, house: House, handlers: Handler[], preloads: Preload[]): void {
  const assets = loadAssets(house.config.communityName)
  const bootOf = bootMaker(house, handlers, preloads)
  const isKnown = (path: string) => isPage(path) || (path === '/ui' && house.config.mode !== 'production')

  app.get('/*', async (request, reply) => {
    const path = pathOf(request.url)
    if (path.startsWith('/api/')) return reply.callNotFound()
    const asset = assets.file(path, String(request.headers['accept-encoding'] ?? ''))
    if (asset) {
      reply.headers(asset.headers)
      return request.headers['if-none-match'] === asset.headers.etag ? reply.status(304).send() : reply.send(asset.body)
    }
    const boot = await bootOf(request, reply)
    return reply
      .status(isKnown(path) ? 200 : 404)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(assets.page(boot))
  })
}
