import { expect, test } from 'vitest'
import { explain } from '../../database/embedded/explain.ts'

const where = { dataDir: '/srv/data', log: '/srv/data/postgres.log' }

test.each([
  ['a full disk, reported by Node', new Error('ENOSPC: no space left on device, write'), /disk .* is full/],
  [
    'a full disk, reported by initdb',
    'initdb: error: could not write file: No space left on device',
    /disk .* is full/,
  ],
  [
    'a full disk, reported by PostgreSQL',
    'FATAL:  could not write lock file: No space left on device',
    /disk .* is full/,
  ],
  [
    'a disk that fills up in the middle of a page',
    'FATAL:  wrote only 4096 of 8192 bytes\nHINT:  Check free disk space.\nPANIC:  x',
    /disk .* is full/,
  ],
  ['a used-up quota', new Error('EDQUOT: disk quota exceeded, write'), /disk .* is full/],
  ['a closed folder', new Error("EACCES: permission denied, mkdir '/srv/data'"), /cannot be read and written/],
  [
    'a user without a name',
    'initdb: error: could not look up effective user ID 1234: user does not exist',
    /\/etc\/passwd/,
  ],
  ['a system without glibc', new Error('spawn /srv/postgres ENOENT'), /needs glibc/],
  ['anything else', 'LOG: x\nFATAL:  could not map memory\nLOG: y', /^PostgreSQL did not start: could not map memory$/],
])('%s is explained', (_, output, sentence) => {
  const problem = explain(output, where)
  expect(problem.message).toMatch(sentence)
  expect(problem.remedy).toMatch(/\w.*\.$/)
})
