import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isPage } from '../../contract/page-addresses.ts'
import { isNotModified } from '../request/conditional.ts'
import type { Handler } from '../request/endpoint.ts'
import { pageHeaders } from '../request/headers.ts'
import type { Services } from '../services.ts'
import { readCookie } from '../session/cookies.ts'
import { accepts } from './accepts.ts'
import { loadAssets } from './assets.ts'
import { bootMaker, type Preload } from './boot.ts'

const brotli = promisify(brotliCompress)

/** The path as the router has read it: decoded, and without the host that a request line may begin with. */
const pathOf = ({ params }: FastifyRequest) => `/${(params as { '*': string })['*']}`

const isData = (path: string) => /^\/+(api|\.well-known)(\/|$)/i.test(path)

/** Every address that is not the API's: the bundle's files, and for the rest the one page with its session and data inside. */
export function servePages(app: FastifyInstance, services: Services, handlers: Handler[], preloads: Preload[]): void {
  const assets = loadAssets(services.config.communityName)
  const bootOf = bootMaker(services, handlers, preloads)
  const isSignedIn = ({ headers }: FastifyRequest) =>
    readCookie(headers.cookie, 'session', services.config.isHttps) !== null
  const isKnown = (path: string) => isPage(path) || (path === '/ui' && services.config.mode !== 'production')

  app.get('/*', { exposeHeadRoute: true }, async (request, reply) => {
    const path = pathOf(request)
    if (isData(path)) return reply.callNotFound()
    const asset = assets.file(path, String(request.headers['accept-encoding'] ?? ''))
    if (asset) {
      reply.headers({ ...pageHeaders, ...asset.headers })
      return isNotModified(request, asset.headers.etag) ? reply.status(304).send() : reply.send(asset.body)
    }
    const page = assets.page(await bootOf(request, reply), path, isSignedIn(request))
    const { body, headers } = await packed(page, String(request.headers['accept-encoding'] ?? ''))
    services.unread.hold(reply, body)
    return reply
      .status(isKnown(path) ? 200 : 404)
      .headers({ ...pageHeaders, vary: 'accept-encoding', ...headers })
      .type('text/html; charset=utf-8')
      .send(body)
  })
}

/** A page carries its first data, which shrinks to a fifth. Quickly rather than tightly, and off the server's own thread. */
async function packed(page: string, accepted: string): Promise<{ body: string | Buffer; headers: object }> {
  if (!accepts(accepted, 'br')) return { body: page, headers: {} }
  const body = await brotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  return { body, headers: { 'content-encoding': 'br' } }
}
