/** A change of the text of a source file. `from` occurs in it exactly once. */
export type Edit = { file: string; from: string; to: string }

/** One rule taken away: by a statement in the database that the tests copy, or in a copy of the source code. */
export type Mutation = {
  name: string
  sql?: string
  edit?: Edit
  /** The file that contains the rule. Undefined: unknown. */
  file: string | undefined
  /** Words that its tests are likely to contain, the most telling first. */
  words: string[]
}

/** At the end of what a test file noticed. A busy machine may be the reason, so it is tried again. */
export const TIMED_OUT = ' (timed out)'
