/** The index of the item that a key moves to from index `at`; a letter moves to the next label that begins with it. Undefined for other keys. */
export function itemAfter(key: string, at: number, labels: string[]) {
  const last = labels.length - 1
  if (key === 'ArrowDown') return at >= last ? 0 : at + 1
  if (key === 'ArrowUp') return at <= 0 ? last : at - 1
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key.length !== 1 || key === ' ') return undefined
  const order = labels.map((_, offset) => (at + 1 + offset) % labels.length)
  return order.find(index => labels[index]?.toLowerCase().startsWith(key.toLowerCase()))
}
