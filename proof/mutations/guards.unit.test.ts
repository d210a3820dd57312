import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { guardMutations } from './guards.ts'

const files = globSync('server/request/*.ts').filter(file => !file.endsWith('.test.ts') && !file.endsWith('/errors.ts'))
/** The lines that refuse a request, each with the condition before it. */
const refusals = files.flatMap(file => {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, i) =>
    /(throw|destroy\()\s*(new Refusal\(|unavailable\(\))/.test(line)
      ? [
          {
            file: file.replaceAll('\\', '/'),
            line: line.trim(),
            text: lines.slice(Math.max(0, i - 2), i + 1).join('\n'),
          },
        ]
      : [],
  )
})

test('every refusal of the request handling is taken away once by `npm run proof -- mutations`', () => {
  expect(refusals.length).toBeGreaterThan(10)
  const isNamed = ({ file, text }: (typeof refusals)[number]) =>
    guardMutations.some(({ edit }) => edit?.file === file && text.includes(edit.from))
  expect(refusals.filter(refusal => !isNamed(refusal)).map(({ file, line }) => `${file}: ${line}`)).toEqual([])
})

test('each of these texts is in its file once', () => {
  const missing = guardMutations.filter(
    ({ edit }) => edit && readFileSync(edit.file, 'utf8').split(edit.from).length !== 2,
  )
  expect(missing.map(({ edit }) => edit)).toEqual([])
})
