import { hash, verify } from '@node-rs/argon2'
import { unavailable } from '../request/errors.ts'

/** Argon2id with the cost that OWASP gives: 19 MiB, two passes. (2 is the library's number for the `id` variant.) Only tests lower it. */
export const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const AT_ONCE = 2
const MOST_WAITING = 20
let running = 0
const waiting: (() => void)[] = []

/** Hashing is the dearest thing the server does: two at a time, a short queue, then 503 rather than a server brought to its knees. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw unavailable()
    await new Promise<void>(resolve => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export const hashPassword = (password: string) => inTurn(() => hash(password, cost))

/** For an unknown account (`null`) a dummy is checked, so that the answer takes the same time. */
export const isPassword = (stored: string | null, password: string) =>
  inTurn(async () => {
    dummy ??= await hash('nobody has this password', cost)
    const isRight = await verify(stored ?? dummy, password)
    return stored !== null && isRight
  })
let dummy: string | undefined
