import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimit, SessionUser } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import type { Services } from '../services.ts'
import { readCookie } from '../session/cookies.ts'
import { refuseUnconfirmed } from '../session/email-confirmation.ts'
import { hashOf, requireAccess } from '../session/session.ts'
import type { Handler } from './endpoint.ts'
import { authenticationRequired, tooMany } from './errors.ts'
import { inTurnUnlessKnown } from './strangers.ts'

/** The rate limit of a write. read-limit.ts limits reads. */
function rateLimitOf({ config: { limits } }: Services, { upload, hourly }: Handler): RateLimit {
  if (hourly) return { what: hourly.what, max: limits[hourly.max], seconds: 3600 }
  return upload
    ? { what: 'upload', max: limits.uploadsPerHour, seconds: 3600 }
    : { what: 'write', max: limits.writesPerMinute, seconds: 60 }
}

/**
 * Authenticates and rate-limits a member's write from its headers, before the body is read, parsed and validated: a request without a
 * session costs one look-up at most. A write that fails later counts too.
 */
export const admitWrite =
  (services: Services, handler: Handler) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = readCookie(request.headers.cookie, 'session', services.config.isHttps)
    if (!token) throw authenticationRequired()
    const hash = hashOf(token)
    const authenticate = () =>
      services.inProgress.run(services.reads.ownerOf(hash), () =>
        services.db.authenticate(hash, rateLimitOf(services, handler)),
      )
    const { user, wait } = await inTurnUnlessKnown(services, reply, hash, authenticate)
    const me = requireAccess(handler.endpoint.access)(user)
    services.reads.learn(hash, me.user_id)
    if (wait > 0) throw tooMany(wait)
    refuseUnconfirmed(services, handler.endpoint, me)
    if (handler.upload) services.uploads.take(me.user_id, reply.raw)
  }

/** For requests that are not run in a member's transaction. */
export const lookUpSession = ({ db }: Pick<Services, 'db'>, tokenHash: Buffer): Promise<SessionUser | null> =>
  db.asSystem(tx => tx.maybe<SessionUser>(sql`select * from authenticate(${tokenHash})`))
