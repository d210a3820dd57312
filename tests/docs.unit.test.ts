import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = dirname(import.meta.dirname)
const ours = (pattern: string) =>
  globSync(pattern, {
    cwd: root,
    exclude: name => /^(node_modules|dist|data|demo-data|test-results|\.git|\.cache)$/.test(name),
  })
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const pages = ours('**/*.md').filter(file => !file.includes('/demo/'))
const code = ours('**/*.{ts,tsx,mjs,sql,css,json}')

/** A path in a page may have `<slice>` or `*` in it: then it stands for a kind of file. */
const isOnePath = (path: string) => /^[\w./-]+$/.test(path)

test('there are pages and code to look at', () => {
  expect(pages).toContain('README.md')
  expect(code.length).toBeGreaterThan(300)
})

test('no file has a marker of an unfinished merge', () => {
  const marked = [...pages, ...code].filter(file => /^(<{7}|>{7}|\|{7}) /m.test(read(file)))
  expect(marked).toEqual([])
})

test('every link of a page leads to a file', () => {
  const dead = pages.flatMap(page =>
    [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, link = '']) => link)
      .filter(link => !/^[a-z]+:/.test(link) && !existsSync(join(root, dirname(page), link)))
      .map(link => `${page}: ${link}`),
  )
  expect(dead).toEqual([])
})

test('every source file that a page names is there', () => {
  const dead = pages.flatMap(page =>
    [...read(page).matchAll(/`((?:server|web|features|database|contract|tests|scripts|bench|docs)\/[^`\s]+\.\w+)`/g)]
      .map(([, path = '']) => path)
      .filter(path => isOnePath(path) && !existsSync(join(root, path)))
      .map(path => `${page}: ${path}`),
  )
  expect(dead).toEqual([])
})

test('every page that the code names is there', () => {
  const dead = code.flatMap(file =>
    [...read(file).matchAll(/docs\/[\w/-]+\.md/g)]
      .filter(([page]) => !existsSync(join(root, page)))
      .map(([page]) => `${file}: ${page}`),
  )
  expect(dead).toEqual([])
})
