import { randomUUID } from 'node:crypto'
import { CompactSign, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Json } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { keepAnswer } from '../../server/keep-answer.ts'
import { type AccountRequest, handle, handleAsServer, type Request } from '../../server/request/endpoint.ts'
import type { Services } from '../../server/services.ts'
import { getJwks, giveToken } from './factor-contract.ts'

const TOKEN_SECONDS = 300
/** A key signs for 30 days. Its public part is published for one more day, longer than its last token is valid. */
const KEY_DAYS = 30
const ALGORITHM = 'ES256'

type Key = { kid: string; private_jwk: Buffer }

async function sign({ body, me, services }: AccountRequest<typeof giveToken>) {
  const key = await currentKey(services)
  const now = Math.floor(Date.now() / 1000)
  const { publicUrl } = services.config
  const claims = {
    sub: me.user_id,
    aal: me.aal,
    iss: publicUrl,
    aud: body.audience ?? publicUrl,
    iat: now,
    exp: now + TOKEN_SECONDS,
  }
  const token = await new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'JWT' })
    .sign(await importJWK(JSON.parse(services.secret.decrypt(key.private_jwk)) as JWK, ALGORITHM))
  return { token, expires_in: TOKEN_SECONDS }
}

/** Called when a process starts, so that the published key set is never empty. */
export const makeSigningKey = async (services: Services): Promise<void> => void (await currentKey(services))

/** The newest key that is not too old, or a new one. The advisory lock makes concurrent requests and processes create only one key. */
async function currentKey({ db, secret }: Services): Promise<Key> {
  const newestValidKey = sql`select kid, private_jwk from signing_keys
    where retired_at is null and created_at > now() - make_interval(days => ${KEY_DAYS}) order by created_at desc limit 1`
  const existing = await db.asSystem(tx => tx.maybe<Key>(newestValidKey))
  if (existing) return existing
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const kid = randomUUID()
  const [publicJwk, privateJwk] = [await exportJWK(publicKey), await exportJWK(privateKey)]
  const key = await db.asSystem(async tx => {
    await tx.rows(sql`select pg_advisory_xact_lock(4207013)`)
    const createdByOther = await tx.maybe<Key>(newestValidKey)
    if (createdByOther) return createdByOther
    await tx.run(sql`update signing_keys set retired_at = now() where retired_at is null`)
    return tx.one<Key>(sql`
      insert into signing_keys (kid, public_jwk, private_jwk)
      values (${kid}, ${JSON.stringify({ ...publicJwk, kid, alg: ALGORITHM, use: 'sig' })}, ${secret.encrypt(JSON.stringify(privateJwk))})
      returning kid, private_jwk`)
  })
  published.delete(db)
  return key
}

/** No longer: another process may have created the key of a token that is verified now. */
const KEPT_MS = 1000
/** The key set of each database. */
const published = new WeakMap<Services['db'], () => Promise<Json>>()

function publish({ services: { db } }: Request<typeof getJwks>): Promise<Json> {
  const read = () =>
    db.asSystem(tx =>
      tx.json(sql`
        select json_build_object('keys', coalesce(json_agg(public_jwk order by created_at desc), '[]'))
        from signing_keys where retired_at is null or retired_at > now() - interval '1 day'`),
    )
  const keySet = published.get(db) ?? keepAnswer(KEPT_MS, read)
  published.set(db, keySet)
  return keySet()
}

export default [handleAsServer(giveToken, sign), handle(getJwks, publish)]
