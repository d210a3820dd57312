import type { Embedded } from '../database/embedded/embedded.ts'
import { hashPassword } from '../server/session/passwords.ts'
import { makeMembers, startProduct, withCommunity } from './community.ts'
import type { Hash, Hashed } from './hashing.ts'
import { type Load, load } from './load.ts'
import { type Child, launch, type Server } from './processes.ts'

const ACCOUNTS = 500
const PASSWORD = 'correct horse battery'
const SECONDS = 4
const ROUNDS = 2
/** Past 2 at once the server makes them queue, 20 deep. */
const AT_ONCE = [1, 2, 16]

/** A sign-in is a hash that must be dear, and a few statements that need not be: how near is the whole to the hash alone? */
export async function benchSignIn(embedded: Embedded): Promise<number> {
  const stored = await hashPassword(PASSWORD)
  console.log(`\nsign-in, ${ACCOUNTS} accounts, beside the bare hash (${stored.split('$').slice(1, 4).join(' ')})`)
  console.log('  at once  sign-ins/s  hashes/s  ratio   p50 ms   p99 ms')
  return withCommunity(embedded, 'sign-in', async community => {
    await makeMembers(community.owner, ACCOUNTS, stored)
    const product = await startProduct(community)
    try {
      const bare = launch('hashing.ts')
      try {
        for (const atOnce of AT_ONCE) await compare(product, bare, stored, atOnce)
      } finally {
        await bare.stop()
      }
    } finally {
      await product.stop()
    }
    return 0
  })
}

/** In turns, so that a noisy moment of the machine meets both. */
async function compare(product: Server, bare: Child, stored: string, atOnce: number): Promise<void> {
  const hashes = async (seconds: number) => {
    bare.tell({ stored, password: PASSWORD, atOnce, seconds } satisfies Hash)
    return (await bare.hears<Hashed>()).perSecond
  }
  const signIns = (seconds: number) =>
    load(product.port, {
      connections: atOnce,
      seconds,
      next: n => ({
        method: 'POST',
        path: '/api/auth/sign-in',
        body: { email: `asker${n % ACCOUNTS}@bench.test`, password: PASSWORD },
      }),
    })
  await signIns(1)
  await hashes(1)
  const ours: Load[] = []
  let theirs = 0
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await signIns(SECONDS))
    theirs += (await hashes(SECONDS)) / ROUNDS
  }
  const failures = ours.reduce((sum, one) => sum + one.failures, 0)
  if (failures > 0) throw new Error(`${failures} sign-ins were refused`)
  const latencies = ours.flatMap(one => one.latencies).sort((a, b) => a - b)
  const at = (share: number) => (latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(1).padStart(8)
  const rate = latencies.length / ours.reduce((sum, one) => sum + one.seconds, 0)
  const cells = [
    String(atOnce).padStart(7),
    rate.toFixed(1).padStart(11),
    theirs.toFixed(1).padStart(9),
    (rate / theirs).toFixed(2).padStart(6),
    at(0.5),
    at(0.99),
  ]
  console.log(`  ${cells.join(' ')}`)
}
