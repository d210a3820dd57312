import { expect, test, vi } from 'vitest'
import { say } from './command-line.ts'

test('control characters in member content are not printed to the terminal', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  say('Ada \u001b]0;pwn\u0007\u001b[31mred\u202e\nnext\tline – Zoë')
  expect(log).toHaveBeenCalledWith('Ada ?]0;pwn??[31mred?\nnext\tline – Zoë')
  log.mockRestore()
})
