import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { LONGEST_PART } from '../contract/endpoint.ts'
import { onTooManyStatements } from '../database/connection/tx.ts'
import { closeGracefully } from './closing.ts'
import { openFiles } from './files/files.ts'
import { serveLive } from './live/serve-live.ts'
import { liveStream } from './live/stream-endpoint.ts'
import { logStream } from './log.ts'
import { makeMetrics, serveMetrics } from './metrics.ts'
import { servePages } from './pages/pages.ts'
import { serveReadiness } from './readiness.ts'
import { admitWrite } from './request/admission.ts'
import type { Handler } from './request/endpoint.ts'
import { refusalOf } from './request/errors.ts'
import { addSecurityHooks, commonHeaders } from './request/headers.ts'
import { logRarely } from './request/log-rarely.ts'
import { openApi } from './request/openapi.ts'
import { makeInProgress, refuseOverload } from './request/overload.ts'
import { makeReadLimit } from './request/read-limit.ts'
import { serve } from './request/serve.ts'
import { endSlowBody, endUnreadBody } from './request/slow-body.ts'
import { makeCostlyReadTurns, makeFileTurns, makeStrangerTurns, makeStreamTurns } from './request/turns.ts'
import { limitUnfinished } from './request/unfinished.ts'
import { warnOfUnknownProxy } from './request/unknown-proxy.ts'
import { makeUnreadBytes } from './request/unread-bytes.ts'
import { answerUnreadable } from './request/unreadable-requests.ts'
import { makeUploadSlots } from './request/upload-slots.ts'
import { setZodMessages } from './request/zod-messages.ts'
import type { Services } from './services.ts'
import { secretOf } from './session/secret.ts'
import { handlers, preloads, preparations } from './slices.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** All registered routes, such as 'GET /healthz'. The tests in tests/law compare them with the declared ones. */
    served: string[]
  }
}

const JSON_LIMIT_BYTES = 64 * 1024

/** Builds the server without listening, so that tests can inject requests into the production app. */
export async function buildApp(
  given: Pick<Services, 'config' | 'db'>,
  slices: Handler[] = handlers,
): Promise<FastifyInstance> {
  const { config } = given
  const services: Services = {
    ...given,
    files: openFiles(config),
    secret: secretOf(config),
    inProgress: makeInProgress(config.limits.requestsAtOnce),
    costlyReads: makeCostlyReadTurns(),
    strangers: makeStrangerTurns(),
    streamOpenings: makeStreamTurns(),
    fileReads: makeFileTurns(),
    reads: makeReadLimit(config.limits.readsPerMinute),
    uploads: makeUploadSlots(config.limits.uploadsAtOnce),
    unread: makeUnreadBytes(),
  }
  setZodMessages()
  const metrics = config.metricsToken ? await makeMetrics(services) : null
  const app = Fastify({
    logger: {
      level: config.logLevel,
      stream: logStream(),
      redact: ['req.headers.cookie', 'req.headers.authorization'],
      serializers: { req: request => ({ method: request.method, url: request.url.split('?')[0], ip: request.ip }) },
    },
    // The onResponse hook below logs one line per request.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // The router cannot parse the URL. No hook runs for such a request.
    frameworkErrors: (error, request, reply) => {
      const answer = reply as FastifyReply
      answer.headers({ ...commonHeaders(config), 'x-request-id': request.id })
      if (pages.answerBadAddress(request, answer)) return
      answer.header('content-type', 'application/json; charset=utf-8')
      answer.status(error.statusCode ?? 400).send({ error: 'The address is not valid.', request_id: request.id })
    },
    trustProxy: config.trustProxy.length ? config.trustProxy : false,
    bodyLimit: JSON_LIMIT_BYTES,
    requestTimeout: 300_000,
    handlerTimeout: 10_000,
    // Frees the memory of a response that the client does not read. The live stream writes more often than this.
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // Node checks for timeouts only every 30 seconds by default.
    // headers.ts refuses requests without a Host header, and with two, with our error body.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000, requireHostHeader: false },
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_PART },
    forceCloseConnections: 'idle',
    // Requests on open connections are answered (closing.ts): a load balancer may not know yet that this process ends.
    return503OnClosing: false,
  })
  const files = slices.filter(({ sendsFile }) => sendsFile)
  const alwaysServed = [liveStream, ...files.map(({ endpoint }) => endpoint)].map(({ path }) => path)
  refuseOverload(app, services.inProgress, commonHeaders(config), alwaysServed, metrics?.countRefused)
  answerUnreadable(app, commonHeaders(config), limitUnfinished(app))
  const { isClosing } = closeGracefully(app)
  onTooManyStatements(message => app.log.warn(message))
  const served: string[] = []
  app.addHook('onRoute', ({ method, url }) => void served.push(...[method].flat().map(verb => `${verb} ${url}`)))
  app.decorate('served', served)
  app.removeContentTypeParser('text/plain')
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
      'answered',
    )
    metrics?.observe(request, reply)
    endUnreadBody(request.raw)
  })
  addSecurityHooks(app, config)
  warnOfUnknownProxy(app)
  // Answers 404 before the body is read and parsed.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return answerNotFound(request, reply)
  })

  const logUnavailable = logRarely(app.log, 'unavailable')
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error)
    if (!refusal) request.log.error({ err: error }, 'unexpected error')
    else if (refusal.status === 503) logUnavailable({ err: error, reqId: request.id })
    if (refusal?.retryAfter) reply.header('retry-after', String(refusal.retryAfter))
    return reply.status(refusal?.status ?? 500).send({
      error: refusal?.message ?? 'Something went wrong on our side. Please try again.',
      request_id: request.id,
      ...(refusal?.fields ? { fields: refusal.fields } : {}),
    })
  })

  for (const handler of slices) await addRoute(app, services, handler)
  // Generated when it is first asked for: it takes a third of the start of the app.
  let description: string | undefined
  app.get('/api/openapi.json', { exposeHeadRoute: true }, (_, reply) => {
    description ??= JSON.stringify(openApi([...slices, { endpoint: liveStream }], config.communityName))
    return reply.type('application/json').send(description)
  })
  const live = serveLive(app, services)
  serveMetrics(app, config.metricsToken, metrics, live.count)
  app.get('/healthz', { exposeHeadRoute: true }, async () => ({ ok: true }))
  serveReadiness(app, services, isClosing)
  app.setNotFoundHandler(answerNotFound)
  const pages = servePages(app, services, slices, preloads)
  app.addHook('onReady', async () => {
    for (const prepare of preparations) await prepare(services)
  })
  return app
}

const answerNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  reply.status(404).send({ error: 'There is nothing at this address.', request_id: request.id })

async function addRoute(app: FastifyInstance, services: Services, handler: Handler): Promise<void> {
  const { upload, sendsFile, answersHead, allowsOtherSites, endpoint } = handler
  // A separate Fastify scope, so that only upload routes accept files.
  await app.register(async scope => {
    if (upload) {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(upload.types, { parseAs: 'buffer', bodyLimit: upload.maxBytes }, (_, body, done) =>
        done(null, body),
      )
    }
    scope.route({
      method: answersHead ? [endpoint.method, 'HEAD'] : endpoint.method,
      url: endpoint.path,
      config: { allowsOtherSites },
      ...(upload ? { bodyLimit: upload.maxBytes } : {}),
      ...(upload || sendsFile ? { handlerTimeout: 300_000 } : {}),
      ...(upload ? { preParsing: endSlowBody(services.config.limits.uploadIdleSeconds * 1000, services.uploads) } : {}),
      // A read has no body, and looks up its session in the same round trip as its statement.
      ...(endpoint.access !== 'anyone' && endpoint.method !== 'GET'
        ? { onRequest: admitWrite(services, handler) }
        : {}),
      handler: (request, reply) => serve(services, handler, request, reply),
    })
  })
}
