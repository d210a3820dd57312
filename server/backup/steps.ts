import { Problem } from '../../database/connection/problem.ts'
import { readSteps } from '../../database/migrate/migrate.ts'
import type { Step } from '../../database/migrate/step.ts'

/** The migration steps of a backup, in the order in which they are applied. Refuses a backup of a later or changed release. */
export function knownSteps(named: { name: string; hash: string }[]): Step[] {
  const hashes = new Map(named.map(step => [step.name, step.hash]))
  const steps = readSteps().filter(({ name }) => hashes.has(name))
  const unknown = named.find(({ name }) => !steps.some(step => step.name === name))
  if (unknown || steps.length !== named.length)
    throw new Problem(
      `This backup was made by a later release, which has the migration step ${unknown?.name ?? 'twice'}.`,
      'Restore it with that release or a later one. Nothing was changed.',
    )
  const changed = steps.find(({ name, hash }) => hashes.get(name) !== hash)
  if (changed)
    throw new Problem(
      `This backup was made with another version of the migration step ${changed.name}.`,
      'Restore it with the release that made it. Nothing was changed.',
    )
  return steps
}
