import { isIP } from 'node:net'

/**
 * The client network that rate limits are counted by. A household has a whole IPv6 /64 and could use a new address for each request.
 * An IPv4-mapped IPv6 address counts as the IPv4 address.
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

/** The eight groups of an IPv6 address. The URL parser normalises all spellings, and a dotted IPv4 suffix to groups. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [left, right] = [head, tail ?? ''].map(half => half.split(':').filter(Boolean)) as [string[], string[]]
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}
