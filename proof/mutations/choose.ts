import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../database/migrate/sql-files.ts'
import type { Mutation } from './mutation.ts'

type TestFile = { path: string; text: string }

/** By mutation: the file that noticed it last time. */
const NOTICED = join(import.meta.dirname, 'noticed.json')
const noticed: Record<string, string> = existsSync(NOTICED) ? JSON.parse(readFileSync(NOTICED, 'utf8')) : {}

export function rememberNotice({ name }: Mutation, file: string): void {
  noticed[name] = file
  const sorted = Object.fromEntries(Object.entries(noticed).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(NOTICED, `${JSON.stringify(sorted, null, 2)}\n`)
}

/**
 * The tests. Without those that compare the whole catalogue with that of a new database (tests/schema.ts), which would notice
 * any mutation without knowing what it does.
 */
const tests: TestFile[] = globSync('{features,server,tests}/**/*.test.ts', { cwd: projectRoot })
  .map(path => path.replaceAll('\\', '/'))
  .filter(path => !path.startsWith('tests/launch/'))
  .map(path => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }))
  .filter(({ text }) => !text.includes("/schema.ts'"))

/** They start servers or databases of their own, which are not mutated, or have no database. */
const UNMUTATED =
  /\.unit\.test\.ts$|^tests\/server\/(killed|driver|upgrade|migrate|backup|backup-nightly|lost-connections)\.test\.ts$/

/** The tests that run with a mutation. */
export const testsOf = ({ sql }: Mutation) => tests.filter(({ path }) => !sql || !UNMUTATED.test(path))

/** How long files have taken in this run: of two that are as likely to notice, the quicker one is tried first. */
const seconds = new Map<string, number>()
export const rememberSeconds = (file: string, taken: number) => seconds.set(file, taken)

/** All tests, those first that are likely to notice: the one that did last time, of the slice, about its words, about rules. */
export function likelyFirst(mutation: Mutation): string[] {
  const { name, file, words } = mutation
  const folder = /^features\/[^/]+\//.exec(file ?? '')?.[0]
  const score = ({ path, text }: TestFile) => {
    let points = folder && path.startsWith(folder) ? 40 : 0
    if (noticed[name] === path) points += 1000
    // What others may do by the policies alone: more, if one is opened.
    if (/: [a-z ]+ true$/.test(name) && path === 'tests/law/rows.test.ts') points += 60
    if (/(rules|leaks|kit)\.test/.test(path)) points += 10
    for (const [place, word] of words.entries()) {
      if (path.includes(word)) points += 10
      points += Math.min(4, text.split(word).length - 1) * (place === 0 ? 4 : 1)
    }
    return points - (seconds.get(path) ?? 0)
  }
  const scored = testsOf(mutation).map(test => ({ path: test.path, points: score(test) }))
  return scored.sort((a, b) => b.points - a.points || (a.path < b.path ? -1 : 1)).map(({ path }) => path)
}
