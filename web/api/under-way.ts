/** The writes of this tab that have not been answered yet. */
let writes = 0
let begun = 0
const whenDone: (() => void)[] = []

export async function countWrite<T>(work: Promise<T>): Promise<T> {
  writes++
  begun++
  try {
    return await work
  } finally {
    writes--
    if (writes === 0) for (const done of whenDone.splice(0)) done()
  }
}

/** How many writes were begun so far: whoever reads it twice knows whether one came in between. */
export const writesBegun = () => begun

/** When no write is under way, and whoever sent the last one has dealt with its answer. */
export async function noWrites(): Promise<void> {
  while (writes > 0) {
    await new Promise<void>(done => whenDone.push(done))
    await new Promise(done => setTimeout(done))
  }
}
