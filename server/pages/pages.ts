import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPage } from '../../contract/page-addresses.ts'
import { isNotModified } from '../request/conditional.ts'
import type { Handler } from '../request/endpoint.ts'
import { pageHeaders } from '../request/headers.ts'
import type { Services } from '../services.ts'
import { readCookie } from '../session/cookies.ts'
import { hashOf } from '../session/session.ts'
import { accepts } from './accepts.ts'
import { loadAssets, type Query } from './assets.ts'
import { bootMaker, emptyBoot, type Preload } from './boot.ts'

const brotli = promisify(brotliCompress)

/** The path as parsed by the router: decoded, and without the host of an absolute-form request line. */
const pathOf = ({ params }: FastifyRequest) => `/${(params as { '*': string })['*']}`

const isData = (path: string) => /^\/+(api|\.well-known)(\/|$)/i.test(path)

/** A browser opens this address as a page. It cannot be decoded, so its path is as the browser wrote it. */
const isOpenedAsPage = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !isData(url) && /text\/html/i.test(headers.accept ?? '')

/** A path without a screen. */
const NOWHERE = '/404'

/** Serves every URL outside the API: the bundle's files, and for all others the page with embedded session and data. */
export function servePages(app: FastifyInstance, services: Services, handlers: Handler[], preloads: Preload[]) {
  const assets = loadAssets(services.config.communityName)
  const bootOf = bootMaker(services, handlers, preloads)
  const tokenOf = ({ headers }: FastifyRequest) => readCookie(headers.cookie, 'session', services.config.isHttps)
  const isKnown = (path: string) => isPage(path) || (path === '/ui' && services.config.mode !== 'production')

  app.get('/*', { exposeHeadRoute: true }, async (request, reply) => {
    const path = pathOf(request)
    if (isData(path)) return reply.callNotFound()
    const asset = assets.file(path, String(request.headers['accept-encoding'] ?? ''))
    if (asset) {
      reply.headers({ ...pageHeaders, ...asset.headers })
      return isNotModified(request, asset.headers.etag) ? reply.status(304).send() : reply.send(asset.body)
    }
    // A file of another release.
    if (path.startsWith('/assets/')) return reply.callNotFound()
    const boot = await bootOf(request, reply)
    const page = assets.page(boot, path, tokenOf(request) !== null, request.query as Query)
    const { body, headers } = await compress(page, String(request.headers['accept-encoding'] ?? ''))
    const token = tokenOf(request)
    services.unread.hold(reply, body, token === null ? undefined : services.reads.ownerOf(hashOf(token)))
    return reply
      .status(isKnown(path) ? 200 : 404)
      .headers({ ...pageHeaders, vary: 'accept-encoding', ...headers })
      .type('text/html; charset=utf-8')
      .send(body)
  })

  return {
    /** The app shows its 404 page. False if the request is not for a page. No hook runs for it, so there is no session and no limit. */
    answerBadAddress(request: FastifyRequest, reply: FastifyReply): boolean {
      if (!isOpenedAsPage(request)) return false
      reply.status(404).headers(pageHeaders).type('text/html; charset=utf-8')
      reply.send(assets.page(emptyBoot(services), NOWHERE, true))
      return true
    },
  }
}

/** Pages contain data, which compresses to a fifth. A low quality is fast; the asynchronous call does not block the main thread. */
async function compress(page: string, accepted: string): Promise<{ body: string | Buffer; headers: object }> {
  if (!accepts(accepted, 'br')) return { body: page, headers: {} }
  const body = await brotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  return { body, headers: { 'content-encoding': 'br' } }
}
