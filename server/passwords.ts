import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { hash, verify } from '@node-rs/argon2'
import { Refusal, unavailable } from './errors.ts'

/** Argon2id with the cost that OWASP gives: 19 MiB, two passes. (2 is the library's number for the `id` variant.) */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

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

let common: Set<string> | undefined

/** The 3,000 most common passwords among those long enough to be chosen here. */
export function refuseCommon(password: string): void {
  common ??= new Set(readCommon())
  if (common.has(password.toLowerCase()))
    throw new Refusal(400, 'This password is too common. Please choose another one.', {
      fields: { password: 'This password is too common. Please choose another one.' },
    })
}

function readCommon(): string[] {
  const path = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')
  const all = JSON.parse(readFileSync(path, 'utf8')) as string[]
  return all.filter(one => one.length >= 8).slice(0, 3000)
}
