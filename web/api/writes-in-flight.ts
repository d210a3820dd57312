/** The writes of this tab that are in flight. */
let writes = 0
let started = 0
const whenDone: (() => void)[] = []

export async function trackWrite<T>(work: Promise<T>): Promise<T> {
  writes++
  started++
  try {
    return await work
  } finally {
    writes--
    if (writes === 0) for (const done of whenDone.splice(0)) done()
  }
}

/** How many writes have started so far: if two readings differ, a write started in between. */
export const writesStarted = () => started

/** Resolves when no write is in flight and the caller of the last one has handled its response. */
export async function untilNoWrites(): Promise<void> {
  while (writes > 0) {
    await new Promise<void>(done => whenDone.push(done))
    await new Promise(done => setTimeout(done))
  }
}
