import { CHANGED_MEANWHILE } from '../../contract/versions.ts'
import { Refusal } from './errors.ts'

/** Optimistic concurrency: refuses an update of an outdated version. `stored` must come from a row that is locked in this transaction. */
export function refuseStale(seen: number | undefined, stored: number): void {
  if (seen !== undefined && seen !== stored) throw new Refusal(409, CHANGED_MEANWHILE)
}
