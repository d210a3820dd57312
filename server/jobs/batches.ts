/**
 * Runs `next` until it returns null. It gets the last key of the batch before, null at first. Each batch is a transaction of its own, so
 * that many rows do not exceed the statement timeout.
 */
export async function inBatches<Key>(next: (after: Key | null) => Promise<{ last: Key | null }>): Promise<void> {
  let { last } = await next(null)
  while (last !== null) last = (await next(last)).last
}
