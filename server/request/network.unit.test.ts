import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test('an IPv6 address counts as its /64, however it is written', () => {
  for (const same of ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::1%eth0'])
    expect(networkOf(same)).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
})

test('an IPv4 address counts as itself, also when it is written as IPv6', () => {
  for (const same of ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7'])
    expect(networkOf(same)).toBe('203.0.113.7')
  // Only ::ffff:0:0/96 is IPv4-mapped.
  expect(networkOf('1::ffff:203.0.113.7')).toBe('1:0:0:0::/64')
})
