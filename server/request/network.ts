import { isIP } from 'node:net'

/**
 * Where a request comes from, as throttling counts it. A household has a whole /64 of IPv6 and could come from a new address
 * each time; an IPv4 address written as IPv6 is the same address.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%')
  if (isIP(plain) !== 6) return address
  const groups = groupsOf(plain)
  if (/^(0,){5}ffff,/.test(groups.join()))
    return groups
      .slice(6)
      .flatMap(group => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255])
      .join('.')
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The eight groups of an IPv6 address; a URL writes every spelling of one the same way, and a dotted end as groups. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [left, right] = [head, tail ?? ''].map(half => half.split(':').filter(Boolean)) as [string[], string[]]
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}
