/** A changed row, as sent to browsers: its table (`kind`), its id, its parent (the topic of a reply), and the operation. */
export type Change = { kind: string; op: 'insert' | 'update' | 'delete'; id: number; parent: number | null }
