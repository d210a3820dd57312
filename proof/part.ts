/** A promise of the product, and how to test it. Runs on servers and data folders of its own. */
export type Part = {
  /** One sentence for docs/proof.md. */
  promise: string
  /** How often, unless the command line says otherwise. 0: as often as there are cases. */
  rounds: number
  prove: (rounds: number) => Promise<Result>
}

export type Result = {
  passed: boolean
  /** One sentence with the figures. */
  found: string
}
