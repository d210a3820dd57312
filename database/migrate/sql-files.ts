import { globSync } from 'node:fs'
import { join } from 'node:path'

export const projectRoot = join(import.meta.dirname, '../..')

/** The tables of other slices depend on these. */
const FIRST_FILES = ['database/accounts.sql', 'database/search.sql', 'features/profile/tables.sql']

/** The files that make the schema, in the order in which they are applied. */
export function sqlFiles(root = projectRoot): { steps: string[]; rules: string[] } {
  const find = (pattern: string) => globSync(pattern, { cwd: root }).sort()
  const later = [...find('database/tables/*.sql'), ...find('features/*/tables/*.sql')]
  const number = (file: string) => file.split('/').at(-1) ?? ''
  return {
    steps: [
      ...FIRST_FILES,
      ...find('features/*/tables.sql').filter(file => !FIRST_FILES.includes(file)),
      ...later.sort((a, b) => (number(a) < number(b) ? -1 : 1)),
    ],
    rules: [
      'database/jobs.sql',
      ...['rules', 'triggers'].flatMap(kind => [
        `database/${kind}.sql`,
        ...find(`features/*/${kind}.sql`),
        ...find(`features/*/*/${kind}.sql`),
      ]),
    ],
  }
}
