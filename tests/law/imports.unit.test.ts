import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = globSync('{contract,database,features,scripts,server,web}/**/*.{ts,tsx}', { cwd: root }).map(file =>
  file.replaceAll('\\', '/'),
)

/** Which rooms a file stands in. */
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

function lawBroken(file: string, target: string): string | null {
  const isApp = file === 'server/slices.ts' || file === 'web/app/app.tsx' || file.startsWith('scripts/')
  if (file.startsWith('contract/') && !target.startsWith('contract/')) return 'contract/ imports only itself'
  if (isContract(file) && !isShared(target) && !isContract(target))
    return 'a contract imports only contract/ and its own shared rules'
  if (isWeb(file) && (/\.server\.ts$/.test(target) || /^(server|database)\//.test(target)))
    return 'the browser never reaches the server'
  if (!isWeb(file) && isWeb(target) && !file.startsWith('features/')) return 'the server never reaches the browser'
  if (
    sliceOf(target) &&
    !sliceOf(file) &&
    !isApp &&
    !isContract(target) &&
    !/^features\/(auth|profile)\/shared\//.test(target)
  )
    return 'only the two apps list the slices'
  if (sliceOf(file) && sliceOf(target) && sliceOf(file) !== sliceOf(target) && !isContract(target))
    return 'slices do not import each other'
  if (sliceOf(file) && !isWeb(file) && target.startsWith('web/')) return "only a slice's web folder uses web/"
  return null
}

test('the import law holds: who may import whom, as ARCHITECTURE.md says', () => {
  const broken = files
    .filter(file => !isTest(file))
    .flatMap(file => importsOf(file).map(target => ({ file, target, why: lawBroken(file, target) })))
    .filter(one => one.why)
  expect(broken).toEqual([])
})

test('no circle of imports, types included', () => {
  const done = new Set<string>()
  const circles: string[][] = []
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file])
    if (path.includes(file) || done.has(file)) return
    for (const target of importsOf(file)) if (files.includes(target)) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  expect(circles).toEqual([])
})

test('connections to PostgreSQL are opened where they get their error listener, so that losing one does not end the process', () => {
  const sources = globSync('{database,server,features,scripts,bench}/**/*.ts', { cwd: root })
  const openers = sources.filter(file => /new (pg\.)?(Client|Pool)\(/.test(readFileSync(join(root, file), 'utf8')))
  // The last is the bare server that the product is measured against.
  expect(openers.sort()).toEqual(
    ['bench/yardstick.ts', 'database/connection/client.ts', 'database/connection/database.ts'].sort(),
  )
})

test('the law reads the imports it judges', () => {
  expect(importsOf('server/slices.ts')).toContain('features/auth/auth.server.ts')
  expect(lawBroken('features/forum/web/ForumPage.tsx', 'features/forum/topics.server.ts')).not.toBeNull()
  expect(lawBroken('features/forum/topics.server.ts', 'features/events/events.server.ts')).not.toBeNull()
})
