import { verify } from '@node-rs/argon2'
import './leave-with-parent.ts'

/** The bare hash: nothing but the check of a password, this many at a time. The stored hash names its own cost. */
export type Hash = { stored: string; password: string; atOnce: number; seconds: number }
export type Hashed = { perSecond: number }

process.on('message', async ({ stored, password, atOnce, seconds }: Hash) => {
  const begin = performance.now()
  let count = 0
  const one = async () => {
    while (performance.now() - begin < seconds * 1000) {
      if (!(await verify(stored, password))) throw new Error('the bare hash does not know the password')
      count++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  process.send?.({ perSecond: (count * 1000) / (performance.now() - begin) } satisfies Hashed)
})
