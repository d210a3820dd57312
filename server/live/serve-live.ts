import { randomInt, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionUser } from '../../database/connection/database.ts'
import { listen } from '../../database/connection/listen.ts'
import { sql } from '../../database/connection/sql.ts'
import { authenticationRequired, Refusal } from '../request/errors.ts'
import { httpOf } from '../request/http.ts'
import { inTurnUnlessKnown } from '../request/strangers.ts'
import type { Services } from '../services.ts'
import { hashOf, requireAccess } from '../session/session.ts'
import { catchUp } from './catch-up.ts'
import { ended, parseNotification, position } from './changes.ts'
import { openHub, type Stream } from './hub.ts'
import { openPositions } from './positions.ts'
import { aliveAmong } from './sessions.ts'
import { liveStream } from './stream-endpoint.ts'

const HEARTBEAT_MS = 15_000
/** Jitter is added, so that browsers do not reconnect all at once. */
const RETRY_MS = 1500
/** Unread bytes in one stream. */
const MAX_BUFFERED = 1_000_000

/**
 * GET /api/live: live changes as server-sent events. Browsers reconnect these automatically and send the id of their last message.
 * `count` is the number of open streams.
 */
export function serveLive(app: FastifyInstance, services: Services): { count: () => number } {
  const { db, config } = services
  const hub = openHub()
  const positionsOf = openPositions(services.secret)
  const open = new Map<string, Stream>()
  let listener: ReturnType<typeof listen> | undefined
  let heartbeat: NodeJS.Timeout | undefined

  /** Payloads may be invalid: any database login can NOTIFY on a channel. */
  function receive(text: string): void {
    try {
      hub.receive(parseNotification(text))
    } catch (error) {
      app.log.warn({ err: error }, 'unknown message on the live channel')
    }
  }

  /** Starts LISTEN and the heartbeat with the first stream. */
  function startListening(): Promise<void> {
    const check = () => checkSessions().catch(error => app.log.warn({ err: error }, 'heartbeat failed'))
    listener ??= listen(db.url, 'community_live', {
      message: text => receive(text),
      missed() {
        hub.resync()
        void check()
      },
    })
    heartbeat ??= setInterval(() => {
      hub.heartbeat()
      void check()
    }, HEARTBEAT_MS).unref()
    return listener.ready
  }

  /** Renews the streams' slots in the database, and ends streams whose session has expired. */
  async function checkSessions(): Promise<void> {
    if (open.size === 0) return
    // Read before the query: streams that open during it are not checked.
    const sessions = hub.sessions
    const alive = await db.asSystem(async tx => {
      await tx.run(sql`update live_streams set seen_at = now() where id = any(${[...open.keys()]}::uuid[])`)
      return tx.rows<{ id: string }>(aliveAmong(sessions))
    })
    const aliveIds = new Set(alive.map(({ id }) => id))
    for (const session of sessions) if (!aliveIds.has(session)) hub.endSession(session)
  }

  /** Limits the streams per member. Counted in the database, so that the limit holds across processes. */
  async function takeSlot(id: string, token: string): Promise<SessionUser> {
    const { me, taken } = await db.asSystem(async tx => {
      const me = requireAccess('member')(await tx.maybe<SessionUser>(sql`select * from authenticate(${hashOf(token)})`))
      await tx.rows(sql`select pg_advisory_xact_lock(hashtext(${me.user_id}))`)
      const taken = await tx.run(sql`
        insert into live_streams (id, user_id) select ${id}, ${me.user_id}
        where (select count(*) from live_streams where user_id = ${me.user_id} and seen_at > now() - interval '45 seconds') < ${config.limits.streams}`)
      return { me, taken }
    })
    services.reads.learn(hashOf(token), me.user_id)
    if (taken) return me
    // throttle() with limit 0 writes to the audit log, once an hour.
    await db.asSystem(tx => tx.rows(sql`select throttle(${`streams:${me.user_id}`}, 0, 3600)`))
    throw new Refusal(429, 'Too many windows are open at once. Please close one.', { retryAfter: 60 })
  }
  const freeSlot = (id: string) => db.asSystem(tx => tx.run(sql`delete from live_streams where id = ${id}`))

  app.get(liveStream.path, { handlerTimeout: 300_000 }, async (request: FastifyRequest, reply: FastifyReply) => {
    const { token } = httpOf(services, request, reply)
    if (!token) throw authenticationRequired()
    const hash = hashOf(token)
    services.reads.count(hash)
    const id = randomUUID()
    const isGone = () => reply.raw.destroyed
    const takeInTurn = () =>
      services.streamOpenings.run(services.reads.ownerOf(hash), () => takeSlot(id, token), isGone)
    const me = await inTurnUnlessKnown(services, reply, hash, takeInTurn)
    const { probe, since } = request.query as { probe?: unknown; since?: unknown }
    // If the client has disconnected, 'close' was already emitted.
    if (probe || isGone()) {
      await freeSlot(id)
      return reply.status(204).send()
    }
    const listening = startListening()
    const { raw } = reply.hijack()
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
    })
    const positions = positionsOf(me.user_id)
    const send = (text: Buffer | string) => raw.write(text) || raw.writableLength < MAX_BUFFERED
    // Messages of the hub wait until the missed changes are sent: an old insert after a delete would show a deleted row.
    let waiting: (Buffer | string)[] | undefined = []
    const stream: Stream = {
      userId: me.user_id,
      sessionId: me.session_id,
      at: 0,
      seal: positions.seal,
      write: text => (waiting ? waiting.push(text) > 0 : send(text)),
      end(finalEvent = '') {
        hub.remove(stream)
        // The client does not read its buffered data: it reconnects and catches up.
        if (raw.writableLength > 0) raw.destroy()
        else raw.end(finalEvent)
      },
    }
    open.set(id, stream)
    hub.add(stream)
    raw.on('error', error => request.log.info({ err: error }, 'live stream failed'))
    raw.on('close', () => {
      open.delete(id)
      hub.remove(stream)
      freeSlot(id).catch(error => request.log.warn({ err: error }, 'could not free the slot of a live stream'))
    })
    send(`retry: ${RETRY_MS + randomInt(RETRY_MS)}\n\n`)
    const last = request.headers['last-event-id'] ?? since
    try {
      // LISTEN before catching up, so that no change in between is missed.
      await listening
      const missed = await catchUp(db, stream, last === undefined ? null : (positions.open(last) ?? 'unknown'))
      if (raw.writableEnded) return
      if (!missed) return stream.end(ended)
      stream.at = Math.max(stream.at, missed.at)
      send(position(positions.seal(missed.at)) + missed.text)
      for (const text of waiting) send(text)
      waiting = undefined
    } catch (error) {
      request.log.warn({ err: error }, 'a live stream could not catch up')
      stream.end()
    }
  })

  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    hub.close()
    await listener?.stop()
  })
  return { count: () => open.size }
}
