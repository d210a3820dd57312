import { type LookupAddress, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * The address of a subscription comes from a browser, and the server sends requests to it. It must not lead into the network of the server:
 * only https, only the hosts in PUSH_HOSTS, only public addresses, no redirects.
 */

export type PushAddress = {
  url: URL
  /** The operator has named this origin, so it may have a private address. */
  isNamed: boolean
}

/** Null: the address is not accepted. */
export function pushAddressOf(text: string, hosts: readonly string[]): PushAddress | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.username || url.password || url.hash) return null
  if (hosts.includes(url.origin)) return { url, isNamed: true }
  if (url.protocol !== 'https:' || url.port !== '') return null
  const isKnown = hosts.some(host =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host,
  )
  return isKnown ? { url, isNamed: false } : null
}

const privateAddresses = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  privateAddresses.addSubnet(net, bits, 'ipv4')
/** All public IPv6 addresses are in 2000::/3. Some of them contain an IPv4 address (6to4, Teredo), and some are for documentation. */
const publicAddresses = new BlockList()
publicAddresses.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  privateAddresses.addSubnet(net, bits, 'ipv6')

export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !privateAddresses.check(address, 'ipv4')
  return isIP(address) === 6 && publicAddresses.check(address, 'ipv6') && !privateAddresses.check(address, 'ipv6')
}

export class PrivateAddress extends Error {
  override name = 'PrivateAddress'
}

/** For a connection: looks the name up once, refuses private addresses, and connects to what was found. */
export const lookUpPublic: LookupFunction = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, found: LookupAddress[] = []) => {
    const [first] = found
    if (error || !first) return done(error ?? new Error(`${host} has no address`), '', 0)
    if (!found.every(({ address }) => isPublic(address)))
      return done(new PrivateAddress(`${host} has a private address`), '', 0)
    return options.all ? done(null, found) : done(null, first.address, first.family)
  })
