import { sql } from '../../database/connection/sql.ts'
import type { Services } from '../../server/services.ts'

type Kept = Pick<Services, 'config' | 'db' | 'secret'>
type Key = { public_key: string; private_key: Buffer }

/** Called when a process starts. */
export const makePushKey = async (services: Services): Promise<void> => void (await currentPublicKey(services))

/**
 * The newest key that SECRET_KEY decrypts, or a new one: after a restore without the key, browsers subscribe again. The advisory lock makes
 * concurrent processes create only one. Null: PUSH_HOSTS is off.
 */
export async function currentPublicKey(services: Kept): Promise<string | null> {
  const { config, db } = services
  if (config.pushHosts.length === 0) return null
  const existing = usable(services, await db.asSystem(tx => tx.rows<Key>(allKeys)))
  if (existing) return existing
  const { default: webPush } = await import('web-push')
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  return db.asSystem(async tx => {
    await tx.rows(sql`select pg_advisory_xact_lock(4207023)`)
    const createdByOther = usable(services, await tx.rows<Key>(allKeys))
    if (createdByOther) return createdByOther
    await tx.run(sql`
      insert into push_keys (public_key, private_key) values (${publicKey}, ${services.secret.encrypt(privateKey)})`)
    return publicKey
  })
}

const allKeys = sql`select public_key, private_key from push_keys order by created_at desc`

function usable({ secret }: Kept, keys: Key[]): string | undefined {
  return keys.find(({ private_key }) => decrypted(secret, private_key) !== null)?.public_key
}

/** Null: encrypted with another SECRET_KEY. */
export function decrypted(secret: Services['secret'], privateKey: Buffer): string | null {
  try {
    return secret.decrypt(privateKey)
  } catch {
    return null
  }
}
