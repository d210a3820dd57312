import { hash, verify } from '@node-rs/argon2'
import { unavailable } from '../request/errors.ts'

/** Argon2id with the cost that OWASP recommends: 19 MiB, two passes. (2 is the library's number for the `id` variant.) Only tests lower it. */
export const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const MAX_RUNNING = 2
const MAX_WAITING = 20
let running = 0
const waiting: (() => void)[] = []

/** Hashing is the most expensive work of the server: two at a time, a bounded queue, then 503 (against overload). */
async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) {
    if (waiting.length >= MAX_WAITING) throw unavailable()
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

export const hashPassword = (password: string) => queued(() => hash(password, cost))

/** For an unknown account (`null`) a dummy hash is verified, so that the time does not reveal which accounts exist. */
export const isPassword = (stored: string | null, password: string) =>
  queued(async () => {
    dummy ??= await hash('nobody has this password', cost)
    const isRight = await verify(stored ?? dummy, password)
    return stored !== null && isRight
  })
let dummy: string | undefined
