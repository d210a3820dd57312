import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = globSync('{bench,contract,database,features,proof,scripts,server,tests,web}/**/*.{ts,tsx}', {
  cwd: root,
}).map(file => file.replaceAll('\\', '/'))

const isTest = (file: string) => /\.(test|e2e|law|bench)\.tsx?$/.test(file)
const isWeb = (file: string) => file.startsWith('web/') || /^features\/[^/]+\/web\//.test(file)
const isContract = (file: string) => /^features\/[^/]+\/([a-z]+-)?contract\.ts$/.test(file)
const isShared = (file: string) => file.startsWith('contract/') || /^features\/[^/]+\/shared\//.test(file)
const sliceOf = (file: string) => /^features\/([^/]+)\//.exec(file)?.[1]

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(match => match[1] ?? '')
  return found.map(path => normalize(join(dirname(file), path)).replaceAll('\\', '/'))
}

function violation(file: string, target: string): string | null {
  const isApp = file === 'server/slices.ts' || file === 'web/app/app.tsx' || /^(bench|proof|scripts|tests)\//.test(file)
  if (file.startsWith('contract/') && !target.startsWith('contract/')) return 'contract/ imports only itself'
  if (isContract(file) && !isShared(target) && !isContract(target))
    return 'a contract imports only contract/ and its own shared rules'
  if (isWeb(file) && (/\.server\.ts$/.test(target) || /^(server|database)\//.test(target)))
    return 'browser code does not import server code'
  if (!isWeb(file) && isWeb(target) && !file.startsWith('features/')) return 'server code does not import browser code'
  if (
    sliceOf(target) &&
    !sliceOf(file) &&
    !isApp &&
    !isContract(target) &&
    !/^features\/(auth|profile)\/shared\//.test(target)
  )
    return 'only server/slices.ts and web/app/app.tsx import slices'
  if (sliceOf(file) && sliceOf(target) && sliceOf(file) !== sliceOf(target) && !isContract(target))
    return 'slices do not import each other'
  if (sliceOf(file) && !isWeb(file) && target.startsWith('web/')) return "only a slice's web folder uses web/"
  return null
}

test('imports follow the rules in ARCHITECTURE.md', () => {
  const broken = files
    .filter(file => !isTest(file))
    .flatMap(file => importsOf(file).map(target => ({ file, target, why: violation(file, target) })))
    .filter(({ why }) => why)
  expect(broken).toEqual([])
})

test('no import cycles, types included', () => {
  const done = new Set<string>()
  const cycles: string[][] = []
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file])
    if (path.includes(file) || done.has(file)) return
    for (const target of importsOf(file)) if (files.includes(target)) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  expect(cycles).toEqual([])
})

test('PostgreSQL connections are opened only where they get an error listener, so that losing one does not crash the process', () => {
  const sources = globSync('{database,server,features,scripts,bench,proof}/**/*.ts', { cwd: root })
  const openers = sources.filter(file =>
    /new (pg\.|Primary)?(Client|Pool)\(/.test(readFileSync(join(root, file), 'utf8')),
  )
  // bench/yardstick.ts is the bare server that the product is compared with.
  expect(openers.sort()).toEqual([
    'bench/yardstick.ts',
    'database/connection/client.ts',
    'database/connection/database.ts',
    'database/connection/hosts.ts',
  ])
})

test('the checks above find imports and violations', () => {
  expect(importsOf('server/slices.ts')).toContain('features/auth/auth.server.ts')
  expect(violation('features/forum/web/ForumPage.tsx', 'features/forum/topics.server.ts')).not.toBeNull()
  expect(violation('features/forum/topics.server.ts', 'features/events/events.server.ts')).not.toBeNull()
})
