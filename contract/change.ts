/** One row that changed, as a browser is told: what kind (its table), which, under what (a reply's topic), and how. */
export type Change = { kind: string; op: 'insert' | 'update' | 'delete'; id: number; parent: number | null }
