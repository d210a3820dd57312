import { CHANGED_MEANWHILE } from '../../contract/versions.ts'
import { Refusal } from './errors.ts'

/** Refuses an update of a version that is no longer the latest. `stored` must come from a row that stays locked until the transaction ends. */
export function refuseStale(seen: number | undefined, stored: number): void {
  if (seen !== undefined && seen !== stored) throw new Refusal(409, CHANGED_MEANWHILE)
}
