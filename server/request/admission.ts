import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Allowance, Entry } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import type { House } from '../services.ts'
import { readCookie } from '../session/cookies.ts'
import { refuseUnconfirmed } from '../session/email-confirmation.ts'
import { admitting, hashOf } from '../session/session.ts'
import type { Handler } from './endpoint.ts'
import { authenticationRequired, tooMany } from './errors.ts'

/** What a write counts against. Reads are counted apart: read-limit.ts. */
function allowanceOf({ config: { limits } }: House, { upload }: Handler): Allowance {
  return upload
    ? { what: 'upload', most: limits.uploadsPerHour, seconds: 3600 }
    : { what: 'write', most: limits.writesPerMinute, seconds: 60 }
}

/**
 * Decides from the headers alone whether a member's write may go on: who asks, then how often they have asked. The body is read,
 * parsed and validated only after this, so that nobody without a session costs us more than a look-up. A write that fails later
 * counts too.
 */
export const admitWrite =
  (house: House, handler: Handler) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = readCookie(request.headers.cookie, 'session', house.config.isHttps)
    if (!token) throw authenticationRequired()
    const { entry, wait } = await house.db.authenticate(hashOf(token), allowanceOf(house, handler))
    const me = admitting(handler.endpoint.access)(entry)
    if (wait > 0) throw tooMany(wait)
    refuseUnconfirmed(house, handler.endpoint, me)
    if (handler.upload) house.uploads.take(me.user_id, reply.raw)
  }

/** Looks the session up where no member's transaction follows. */
export const lookUpSession = ({ db }: Pick<House, 'db'>, tokenHash: Buffer): Promise<Entry | null> =>
  db.asSystem(tx => tx.maybe<Entry>(sql`select * from enter(${tokenHash})`))
