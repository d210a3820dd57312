import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../database/migrate/sql-files.ts'
import type { Mutation } from './mutation.ts'

type TestFile = { path: string; text: string }

/**
 * The HTTP and SQL tests. Without those that compare the whole catalogue with that of a new database (tests/schema.ts), which would notice
 * any mutation without knowing what it does.
 */
export const tests: TestFile[] = globSync('{features,tests}/**/*.test.ts', { cwd: projectRoot })
  .map(path => path.replaceAll('\\', '/'))
  .filter(path => !path.endsWith('.unit.test.ts') && !path.startsWith('tests/launch/'))
  .map(path => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }))
  .filter(({ text }) => !text.includes("/schema.ts'"))

/** All tests, those first that are likely to notice: of the slice, about its words, about rules. */
export function likelyFirst({ file, words }: Mutation): string[] {
  const folder = /^features\/[^/]+\//.exec(file ?? '')?.[0]
  const score = ({ path, text }: TestFile) => {
    let points = folder && path.startsWith(folder) ? 40 : 0
    if (/(rules|leaks|kit)\.test/.test(path)) points += 10
    for (const [place, word] of words.entries()) {
      if (path.includes(word)) points += 10
      points += Math.min(4, text.split(word).length - 1) * (place === 0 ? 4 : 1)
    }
    return points
  }
  const scored = tests.map(test => ({ path: test.path, points: score(test) }))
  return scored.sort((a, b) => b.points - a.points || (a.path < b.path ? -1 : 1)).map(({ path }) => path)
}
