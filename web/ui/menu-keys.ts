/** The index of the item that a key moves to from `index`; a letter moves to the next label that begins with it. Undefined for other keys. */
export function itemAfter(key: string, index: number, labels: string[]) {
  const last = labels.length - 1
  if (key === 'ArrowDown') return index >= last ? 0 : index + 1
  if (key === 'ArrowUp') return index <= 0 ? last : index - 1
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key.length !== 1 || key === ' ') return undefined
  const order = labels.map((_, offset) => (index + 1 + offset) % labels.length)
  return order.find(next => labels[next]?.toLowerCase().startsWith(key.toLowerCase()))
}
