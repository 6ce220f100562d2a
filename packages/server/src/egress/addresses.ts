import ipaddr from 'ipaddr.js'

export type Cidr = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

export const parseCidr = (text: string): Cidr =>
  text.includes('/') ? ipaddr.parseCIDR(text) : [ipaddr.parse(text), text.includes(':') ? 128 : 32]

/**
 * Whether requests may go to this IP address: only to public unicast addresses, and to what the
 * operator allows.
 *
 * An IPv4 address inside an IPv6 one (mapped, compatible, NAT64) counts as that IPv4 address; other
 * tunnels (6to4, Teredo, ISATAP) are refused.
 */
export function mayReach(address: string, allowed: readonly Cidr[]): boolean {
  const withoutZone = address.replace(/%.*$/, '')
  if (!ipaddr.isValid(withoutZone)) return false
  const ip = unwrap(ipaddr.parse(withoutZone))
  if (!ip) return false
  const isAllowed = allowed.some(
    ([network, bits]) => network.kind() === ip.kind() && ip.match(network, bits),
  )
  return isAllowed || ip.range() === 'unicast'
}

const embeddings = [
  // IPv4-mapped, IPv4-compatible, and the well-known prefix of NAT64 (RFC 6052)
  ['::ffff:0:0/96', 12],
  ['::/96', 12],
  ['64:ff9b::/96', 12],
  // The translations of RFC 6145 and the local-use prefix of NAT64 (RFC 8215)
  ['::ffff:0:0:0/96', 12],
  ['64:ff9b:1::/48', 12],
] as const
const tunnels = ['2002::/16', '2001::/32'].map((text) => ipaddr.IPv6.parseCIDR(text))

function unwrap(ip: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ip instanceof ipaddr.IPv4) return ip
  if (ip.toNormalizedString() === '0:0:0:0:0:0:0:1') return ip
  if (tunnels.some((tunnel) => ip.match(tunnel))) return undefined
  const isIsatap = ip.parts[5] === 0x5efe && (ip.parts[4]! & 0xfdff) === 0
  if (isIsatap) return undefined
  const embedding = embeddings.find(([cidr]) => ip.match(ipaddr.IPv6.parseCIDR(cidr)))
  return embedding ? new ipaddr.IPv4(ip.toByteArray().slice(embedding[1])) : ip
}
