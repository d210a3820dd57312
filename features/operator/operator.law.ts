import type { RouteLaw, TableLaw } from '../../tests/law/law.ts'

/** The operator has no routes: the commands run on the server's machine, as the owner of the database. */
export const routes: RouteLaw[] = []

export const tables: TableLaw = {
  hidden_content: { server: '-', member: '-', visitor: '-' },
  hidden_rows: { server: '-', member: '-', visitor: '-' },
}
