import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PASSWORD as DEMO_PASSWORD } from '../../scripts/demo/community.ts'
import { PASSWORD } from '../../tests/test-server.ts'
import { Refusal } from '../request/errors.ts'
import { readingsOf, refuseGuessable } from './guessable.ts'

const known = {
  communityName: 'The Lakeside Founders',
  names: ['Zoë Lovelace', 'Zoë King-Noel'],
  email: 'zoe.l@analytical-engines.co.uk',
}

function answer(password: string): string {
  try {
    refuseGuessable(password, known)
    return 'accepted'
  } catch (error) {
    const { message, fields } = error as Refusal
    expect(error).toBeInstanceOf(Refusal)
    expect(fields).toEqual({ password: message })
    return message.startsWith('This password is too common.') ? 'common' : 'names'
  }
}

test.each([
  'password',
  'PassWord',
  'Password1',
  'Password123',
  'password2024!',
  '2024password',
  '!!password!!',
  'p@ssw0rd2024',
  'P4$$w0rd!',
  'iloveyou!!!',
  'I love you 2!',
  '1loveyou',
  'Sunshine-1999',
  'Summer2024!',
  'qwerty!!!!',
  '1qaz2wsx!',
  'dragon123456789',
  '123456789!',
])('%s is too common', password => expect(answer(password)).toBe('common'))

test.each([
  'lakesidefounders',
  'The Lakeside Founders',
  'Lakeside2024!',
  'lakesidefounders1',
  'L4k3s1d3!!',
  'F0under5 L4keside',
  'zoelovelace',
  'Zoë Lovelace',
  'lovelace.zoe',
  'LovelaceZoe1815',
  'lovelace1815zoe',
  'L0vel4ce',
  'l0v3l4c32024',
  'Zoe20242024',
  'zoezoezoe',
  '1815-Lovelace',
  'kingnoel99',
  'zoe.l@analytical-engines.co.uk',
  'Analytical-Engines',
  'analytical1!',
  'zoe.l12345',
  'zoexy2024!!',
  'lakeside+zoe',
])('%s is made from the names', password => expect(answer(password)).toBe('names'))

test.each([
  '        ',
  '!!!!!!!!',
  'aaaaaaaa',
  'abababab',
  'abcdefgh',
  'hgfedcba',
  '1234567890123',
  '9876543210',
  'passwordpassword',
  'letmeinletmein',
])('%s is too common', password => expect(answer(password)).toBe('common'))

test.each([
  PASSWORD,
  DEMO_PASSWORD,
  'my password is a long sentence',
  'lovelace wrote the first program',
  'zoe likes walking at night',
  'the founders meet on tuesdays',
  'a lakeside house with a red door',
  'dragonfly over the pond',
  'password manager made this one',
  'kX9-zoe-4Tq81rW',
  '84629173',
  'correct horse battery staple',
  'Tr0ub4dor&3',
  'summer rain in october',
  'пароль из многих слов',
])('%s is accepted', password => expect(answer(password)).toBe('accepted'))

test('each of the 3,000 most common passwords of at least eight characters is refused, also followed by a year', () => {
  const path = new URL('../../node_modules/@zxcvbn-ts/language-common/src/passwords.json', import.meta.url)
  const all = JSON.parse(readFileSync(path, 'utf8')) as string[]
  const common = all.filter(password => password.length >= 8).slice(0, 3000)
  expect(common.filter(password => answer(password) === 'accepted')).toEqual([])
  const words = common.filter(password => /^[a-z]+$/.test(password))
  expect(words.filter(word => answer(`${word}2024!`) === 'accepted')).toEqual([])
})

test('names of one or two letters, names of digits only, and an unknown account', () => {
  const refuses = (password: string, who: Parameters<typeof refuseGuessable>[1]) =>
    expect(() => refuseGuessable(password, who)).toThrow('it is made from your name')
  refuses('Jo202420', { communityName: 'C', names: ['Jo'] })
  refuses('1871-1871', { communityName: '1871' })
  refuses('18712024', { communityName: '1871' })
  refuseGuessable('major rain 99', { communityName: 'C', names: ['Jo'] })
  refuseGuessable('a quiet morning', { communityName: 'The Community', names: [''], email: '' })
})

test('a password of the maximum length is checked well within the timeout of a test', () => {
  // NFKD expands some of these characters to several.
  for (const character of ['⒇', '1', 'a', '!', 'ﷺ'])
    for (const password of [character.repeat(256), `a${character.repeat(255)}`, `${character.repeat(255)}a`])
      answer(password)
})

test('readings are never longer than the maximum length of a password, whatever its characters expand to', () => {
  for (const character of ['\ufdfa', '각', 'ﬃ', 'a']) {
    const lengths = [...readingsOf(character.repeat(256))].map(reading => reading.length)
    expect(Math.max(...lengths), character).toBeLessThanOrEqual(256)
    expect(lengths.length, character).toBeLessThan(150)
  }
  expect(answer('\ufdfa'.repeat(256))).toBe('common')
  expect(answer('Zoë'.repeat(80))).toBe('names')
})
