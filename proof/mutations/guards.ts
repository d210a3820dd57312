import type { Mutation } from './mutation.ts'

type Guard = [what: string, from: string, to: string]

/** The checks that every request passes, by file: what each does, its text, and the text without it. */
const guards: Record<string, { words: string[]; guards: Guard[] }> = {
  'server/request/run-as-member.ts': {
    words: ['kit', 'row-before-body', 'versions', 'ids', 'refusal-order'],
    guards: [
      ['a row that may not be changed is refused first', 'if (locks && locked.length === 0) throw new NoRow()', ''],
      ['ids in the body are compared', 'prepared.problem ?? idMismatch(body, params, me)', 'prepared.problem'],
      [
        'a hidden parent is 404 before the body is 400',
        'under === undefined || (await isVisible(tx, under, params)) ? problem : new NoRow()',
        'problem',
      ],
      ['an outdated version is refused', 'if (stored) refuseStale', 'if (false) refuseStale'],
      [
        '403 and 404 are told apart',
        'error instanceof NoRow && on && me ? await forbiddenOrNotFound(services.db, on, me, params) : error',
        'error',
      ],
      [
        'the statements before one without a row are rolled back',
        'earlier.length > 0 ? tx.json(last) : commitWith(last)',
        'commitWith(last)',
      ],
    ],
  },
  'server/request/row.ts': {
    words: ['kit', 'ids', 'versions', 'rules'],
    guards: [
      ['403 only for a visible row', '? notAllowed() : notFound()', '? notFound() : notAllowed()'],
      ['the row is locked', ' for no key update`', '`'],
      ['the user_id of the body is compared', 'body.user_id !== undefined && body.user_id !== mine', 'false'],
      ['the id of the body is compared', 'if (!field) return undefined', 'if (field !== null) return undefined'],
      ['the id of another profile is 403', 'if (params.id === undefined) return notAllowed()', ''],
    ],
  },
  'server/request/idempotency.ts': {
    words: ['idempotency', 'kit', 'rules'],
    guards: [
      ['the key is not too long', 'if (key.length > 100)', 'if (false)'],
      ['the key is for one body', 'if (!earlier.request_hash?.equals(hash))', 'if (false)'],
      ['the first answer is repeated', 'if (earlier) {', 'if (earlier && false) {'],
    ],
  },
  'server/request/admission.ts': {
    words: ['guard', 'refusal-order', 'confirmation', 'throttling', 'uploads', 'routes'],
    guards: [
      [
        'the session of a write is checked before its body',
        'requireAccess(handler.endpoint.access)(user)',
        '(user ?? {}) as SessionUser',
      ],
      ['writes are limited', 'if (wait > 0) throw tooMany(wait)', ''],
      ['an unconfirmed address stops writes', '    refuseUnconfirmed(services, handler.endpoint, me)', ''],
      ['uploads at the same time are limited', 'if (handler.upload) services.uploads.take(me.user_id, reply.raw)', ''],
    ],
  },
  'server/request/serve.ts': {
    words: ['refusal-order', 'read-limit', 'sessions-ended-meanwhile', 'kit', 'routes', 'auth', 'overload'],
    guards: [
      ['reads that waited too long are refused while overloaded', 'isOver() || isTooLate()', 'isOver()'],
      ['no cookie is 401', 'if (!http.token) throw authenticationRequired()', "if (!http.token) http.token = 'x'"],
      [
        'reads are limited',
        "if (endpoint.method === 'GET') services.reads.count(hash, readsOf(endpoint, request.query))",
        '',
      ],
      [
        'the session is checked again with the work',
        'const me = requireAccess(endpoint.access)(user)',
        'const me = user as SessionUser',
      ],
      [
        'invalid bodies of visitors are refused',
        '    if (problem) throw problem\n    const answer',
        '    const answer',
      ],
      ['invalid requests are refused', 'if (problem && !(handler.on ?? handler.under)) throw problem', ''],
      [
        'a session that ended during a write is 401',
        'isMissing ? throwIfAuthenticated(error) : Promise.reject(error)',
        'Promise.reject(error)',
      ],
      ['no session is 401 before an invalid request is 400', '.catch(throwIfAuthenticated)', ''],
    ],
  },
  'server/request/parse.ts': {
    words: ['kit', 'ids', 'hostile-input'],
    guards: [['an impossible id is 404', 'if (params === undefined) throw notFound()', '']],
  },
  'server/request/headers.ts': {
    words: ['guard'],
    guards: [
      ['writes from other sites are refused', 'if (!isSameSite) throw', 'if (false) throw'],
      ['over https only the public address may write', 'if (isHttps) return', 'if (false) return'],
      [
        'a request without a host is refused',
        "request.headers.host === undefined && request.raw.httpVersion === '1.1'",
        'false',
      ],
      ['a request with two hosts is refused', "countOf('host', request.raw.rawHeaders) > 1", 'false'],
    ],
  },
  'server/request/upload-slots.ts': {
    words: ['uploads'],
    guards: [
      [
        'one member has few uploads at the same time',
        'open.filter(id => id === userId).length >= perMember(open.length, max)',
        'false',
      ],
      ['all members have a number of uploads at the same time', 'if (open.length >= max) {', 'if (false) {'],
      ['a closed connection takes no slot', 'if (response.closed || response.req.socket.destroyed)', 'if (false)'],
      ['a finished upload frees its slot', 'whenClosed(response, () => open.splice(open.indexOf(userId), 1))', ''],
      ['the second upload of a member waits when half of the slots are taken', '(taken < max / 2 ? 2 : 1)', '2'],
    ],
  },
  'server/request/overload.ts': {
    words: ['overload'],
    guards: [
      ['requests in progress are limited', 'isFull: () => count >= max,', 'isFull: () => false,'],
      ['one member has a share of them', 'if (others >= max * SHARE_OF_MEMBER) throw unavailable()', ''],
      ['a finished request frees its place', '        count--', ''],
      [
        'a finished request frees its place of the member',
        '(perMember.get(member) ?? 1) - 1',
        'perMember.get(member) ?? 1',
      ],
      [
        'pages, files and streams are served while requests are refused',
        "path.startsWith('/api/') && !prefixes.some(prefix => path.startsWith(prefix))",
        'path !== undefined',
      ],
      ['streams and files under /api are served too', '&& !prefixes.some(prefix => path.startsWith(prefix))', ''],
    ],
  },
  'server/request/strangers.ts': {
    words: ['strangers'],
    guards: [['unknown senders take turns', 'tokenHash && reads.knows(tokenHash)', 'reads']],
  },
  'server/live/serve-live.ts': {
    words: ['strangers'],
    guards: [
      [
        'a member opens one stream at a time',
        'services.streamOpenings.run(services.reads.ownerOf(hash), () => takeSlot(id, token), isGone)',
        'takeSlot(id, token)',
      ],
    ],
  },
  'server/request/turns.ts': {
    words: ['turns', 'costly-reads', 'strangers'],
    guards: [
      [
        'a member has few costly reads at the same time',
        'if (turns.count < atOnce) turns.count++',
        'if (true) turns.count++',
      ],
      ['few may wait', 'if (turns.waiting.length >= maxWaiting) throw unavailable()', ''],
      ['a read that nobody waits for is not run', 'if (isOver()) throw unavailable()', ''],
      ['the next one has its turn', 'if (next) next()', 'if (next) return'],
    ],
  },
  'server/request/unread-bytes.ts': {
    words: ['unread'],
    guards: [
      ['unread answers of a network are limited', '(perNetwork.get(network) ?? 0) > MAX_BYTES_PER_NETWORK', 'false'],
      ['unread answers of a member are limited', '(perMember.get(member) ?? 0) > MAX_BYTES_PER_MEMBER', 'false'],
      ['unread answers of all networks are limited', 'total > MAX_BYTES ||', 'false ||'],
      [
        'an answer that was read or whose connection closed counts no longer',
        'whenClosed(raw, () => add(network, member, -bytes))',
        '',
      ],
      ['small answers go on', 'if (bytes < MIN_COUNTED_BYTES) return', ''],
    ],
  },
  'server/request/slow-body.ts': {
    words: ['uploads', 'slow-bodies'],
    guards: [
      [
        'a stalled upload is ended',
        'if (receivedBytes < (areWanted() ? MIN_BYTES_WHEN_WANTED : MIN_BYTES)) {',
        'if (areWanted() && receivedBytes < MIN_BYTES_WHEN_WANTED) {',
      ],
      [
        'a slow upload is not ended while nobody waits',
        '(areWanted() ? MIN_BYTES_WHEN_WANTED : MIN_BYTES)',
        'MIN_BYTES_WHEN_WANTED',
      ],
      [
        'a slow upload is ended while others get no slot',
        '(areWanted() ? MIN_BYTES_WHEN_WANTED : MIN_BYTES)',
        'MIN_BYTES',
      ],
      ['an unread body that has stopped is ended', 'if (socket.bytesRead - read < MIN_BYTES) request.destroy()', ''],
    ],
  },
  'server/request/read-limit.ts': {
    words: ['read-limit'],
    guards: [
      ['a member has a number of reads a minute', 'if (add(userId ?? session, reads) >= perMinute)', 'if (false)'],
      ['made-up cookies do not fill the memory', 'if (userId === undefined && counts.size >= MAX_COUNTED) return', ''],
    ],
  },
  'server/request/versions.ts': {
    words: ['versions'],
    guards: [
      ['an outdated version is refused', 'if (seen !== undefined && seen !== stored) throw', 'if (false) throw'],
    ],
  },
  'server/request/throttle.ts': {
    words: ['throttling', 'limits'],
    guards: [['requests without a session are limited', 'if (wait > 0) throw tooMany(wait)', '']],
  },
  'server/request/check-reply.ts': {
    words: ['kit'],
    guards: [['a field outside the contract is an error', 'if (extra) throw', 'if (false) throw']],
  },
  'server/session/session.ts': {
    words: ['factors', 'routes', 'auth'],
    guards: [
      ['no session is 401', 'if (!user) throw authenticationRequired()', ''],
      [
        'a missing second factor is 403',
        "if (access === 'member' && user.owes_second_factor) throw secondFactorRequired()",
        '',
      ],
      ['changes of the account need a recent password', 'if (!isRecent(me.proved_at)) throw', 'if (false) throw'],
      [
        'changes of the account need a recent code',
        'if (me.has_second_factor && !isRecent(me.factor_proved_at)) throw',
        'if (false) throw',
      ],
    ],
  },
}

export const guardMutations: Mutation[] = Object.entries(guards).flatMap(([file, { words, guards }]) =>
  guards.map(([what, from, to]) => ({ name: `${file}: ${what}, taken away`, edit: { file, from, to }, file, words })),
)
