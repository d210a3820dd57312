import { expect, test } from 'vitest'
import { Id, idIn, Limit } from './ids.ts'

const NO_IDS = ['abc', '', '1e1', '0xA', '0b11', '0o7', '+7', '-7', '7.0', ' 7', '7 ', '7\n', '1_0', '٧', 'Infinity']

test('only plain decimal digits are an id', () => {
  for (const text of NO_IDS) {
    expect(Id.safeParse(text).success, JSON.stringify(text)).toBe(false)
    expect(idIn(text), JSON.stringify(text)).toBe(0)
  }
  for (const [text, id] of [['7', 7] as const, ['2147483647', 2_147_483_647] as const]) {
    expect(Id.parse(text)).toBe(id)
    expect(idIn(text)).toBe(id)
  }
  expect(idIn(undefined)).toBe(0)
})

test('an id and a limit have a minimum and a maximum, as text and as a number', () => {
  for (const wrong of [0, '0', 1.5, 2_147_483_648, '2147483648', '9'.repeat(400), true, null, undefined, ['7']])
    expect(Id.safeParse(wrong).success, String(wrong)).toBe(false)
  expect(idIn('2147483648')).toBe(0)
  expect(Id.parse(7)).toBe(7)
  expect(Limit().safeParse('501').success).toBe(false)
  expect(Limit(20).safeParse('21').success).toBe(false)
  expect(Limit(20).prefault(6).parse(undefined)).toBe(6)
})
