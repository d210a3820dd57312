/** A changed row, as sent to browsers: its table (`kind`), its id, its parent (the topic of a reply), and the operation. */
export type Change = { kind: string; op: 'insert' | 'update' | 'delete'; id: number; parent: number | null }

/**
 * Per row only its last change, but an update does not replace an insert: both are kept. A browser that does not have the row needs
 * the insert; one that has it already, from a reply between the two, needs the update.
 */
export function latestChanges(changes: readonly Change[]): Change[] {
  const inserts = new Map<string, Change>()
  const others = new Map<string, Change>()
  for (const change of changes) {
    const key = `${change.kind} ${change.id}`
    if (change.op !== 'update') for (const kept of [inserts, others]) kept.delete(key)
    const kept = change.op === 'insert' ? inserts : others
    kept.set(key, change)
  }
  return [...inserts.values(), ...others.values()]
}
