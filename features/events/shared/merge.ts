import type { Draft } from './event.ts'

export type Change = {
  field: keyof Draft
  theirs: Draft[keyof Draft]
  /** I changed it too, to something else: mine stays until I say otherwise. */
  isDisputed: boolean
}

/** Puts what another member saved meanwhile together with what I typed: of each field whoever changed it, and mine where both did. */
export function merge(seen: Draft, mine: Draft, theirs: Draft): { draft: Draft; changes: Change[] } {
  const fields = Object.keys(seen) as (keyof Draft)[]
  const changes = fields
    .filter(field => theirs[field] !== seen[field] && theirs[field] !== mine[field])
    .map(field => ({ field, theirs: theirs[field], isDisputed: mine[field] !== seen[field] }))
  const taken = changes.filter(change => !change.isDisputed).map(({ field, theirs }) => [field, theirs])
  return { draft: { ...mine, ...Object.fromEntries(taken) }, changes }
}
