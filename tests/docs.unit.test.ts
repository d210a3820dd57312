import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = dirname(import.meta.dirname)
const filesOf = (pattern: string) =>
  globSync(pattern, {
    cwd: root,
    exclude: name => /^(node_modules|dist|data|demo-data|test-results|\.git|\.cache)$/.test(name),
  })
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const pages = filesOf('**/*.md').filter(file => !file.includes('/demo/'))
const code = filesOf('**/*.{ts,tsx,mjs,sql,css,json}')

/** A path with `<slice>` or `*` is a pattern. */
const isOnePath = (path: string) => /^[\w./-]+$/.test(path)

test('the patterns find pages and code', () => {
  expect(pages).toContain('README.md')
  expect(code.length).toBeGreaterThan(300)
})

test('no file contains a merge conflict marker', () => {
  const marked = [...pages, ...code].filter(file => /^(<{7}|>{7}|\|{7}) /m.test(read(file)))
  expect(marked).toEqual([])
})

test('every link in a page points to an existing file', () => {
  const dead = pages.flatMap(page =>
    [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, link = '']) => link)
      .filter(link => !/^[a-z]+:/.test(link) && !existsSync(join(root, dirname(page), link)))
      .map(link => `${page}: ${link}`),
  )
  expect(dead).toEqual([])
})

test('every source file named in a page exists', () => {
  const dead = pages.flatMap(page =>
    [
      ...read(page).matchAll(
        /`((?:server|web|features|database|contract|tests|scripts|bench|proof|docs)\/[^`\s]+\.\w+)`/g,
      ),
    ]
      .map(([, path = '']) => path)
      .filter(path => isOnePath(path) && !existsSync(join(root, path)))
      .map(path => `${page}: ${path}`),
  )
  expect(dead).toEqual([])
})

test('every page named in the code exists', () => {
  const dead = code.flatMap(file =>
    [...read(file).matchAll(/docs\/[\w/-]+\.md/g)]
      .filter(([page]) => !existsSync(join(root, page)))
      .map(([page]) => `${file}: ${page}`),
  )
  expect(dead).toEqual([])
})
