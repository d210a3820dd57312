/** For what anybody may ask as often as they like: one call of `read` answers all calls that come during it and within `ms` after it. */
export function keepAnswer<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  let validUntil = 0
  return () => {
    if (!answer || performance.now() >= validUntil) {
      validUntil = Number.POSITIVE_INFINITY
      answer = read().finally(() => {
        validUntil = performance.now() + ms
      })
    }
    return answer
  }
}
