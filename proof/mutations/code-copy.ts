import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Problem } from '../../database/connection/problem.ts'
import { projectRoot } from '../../database/migrate/sql-files.ts'
import type { Edit } from './mutation.ts'

const NOT_COPIED = /^(node_modules|\.git|\.cache|data|demo-data|test-results|playwright-report)(\/|$)/

/** A copy of the source code in a new folder, which is changed and restored. */
export function copyCode() {
  const copy = mkdtempSync(join(tmpdir(), 'community-proof-code-'))
  cpSync(projectRoot, copy, {
    recursive: true,
    filter: source => !NOT_COPIED.test(relative(projectRoot, source).replaceAll('\\', '/')),
  })
  symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'), 'junction')
  return {
    root: copy,
    change(edits: Edit[]): void {
      for (const { file, from, to } of edits) {
        const text = readFileSync(join(copy, file), 'utf8')
        if (text.split(from).length !== 2)
          throw new Problem(
            `${file} does not contain this once: ${from}`,
            'Adapt proof/mutations/guards.ts to the file.',
          )
        writeFileSync(
          join(copy, file),
          text.replace(from, () => to),
        )
      }
    },
    restore(edits: Edit[]): void {
      for (const { file } of edits) cpSync(join(projectRoot, file), join(copy, file))
    },
    remove: () => rmSync(copy, { recursive: true, force: true }),
  }
}
