import ipaddr from 'ipaddr.js'
import { getNth } from '../values/must.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6
export type Cidr = readonly [Address, number]

export const parseCidr = (text: string): Cidr =>
  text.includes('/') ? ipaddr.parseCIDR(text) : [ipaddr.parse(text), text.includes(':') ? 128 : 32]

/**
 * Reports whether requests may go to this IP address: only to public unicast addresses and to
 * networks that the operator allows. An IPv4 address inside an IPv6 one (mapped, compatible, NAT64)
 * is treated as that IPv4 address. Other tunnels (6to4, Teredo, ISATAP, NAT64 with a local prefix)
 * are rejected.
 */
export function mayReach(address: string, allowed: readonly Cidr[]): boolean {
  const withoutZone = address.replace(/%.*$/, '')
  if (!ipaddr.isValid(withoutZone)) return false
  const given = ipaddr.parse(withoutZone)
  const ip = unwrap(given)
  const isAllowed = (one: Address) =>
    allowed.some(([network, bits]) => network.kind() === one.kind() && one.match(network, bits))
  return isAllowed(given) || (ip !== undefined && (isAllowed(ip) || isPublic(ip)))
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/**
 * Azure's metadata service, reachable only from its own machines: the only such service at a public
 * address.
 */
const azureMetadata = '168.63.129.16'

const isPublic = (ip: Address) =>
  ip.range() === 'unicast' &&
  (ip instanceof ipaddr.IPv4 ? ip.toString() !== azureMetadata : ip.match(globalUnicast))

const networks = (...texts: string[]) => texts.map((text) => ipaddr.IPv6.parseCIDR(text))
/** They end in an IPv4 address: mapped, compatible, NAT64 (RFC 6052) and translated (RFC 6145). */
const embeddings = networks('::ffff:0:0/96', '::/96', '64:ff9b::/96', '::ffff:0:0:0/96')
const tunnels = networks('2002::/16', '2001::/32', '64:ff9b:1::/48')

function unwrap(ip: Address): Address | undefined {
  if (ip instanceof ipaddr.IPv4) return ip
  if (ip.toNormalizedString() === '0:0:0:0:0:0:0:1') return ip
  if (tunnels.some((tunnel) => ip.match(tunnel))) return undefined
  const isIsatap = ip.parts[5] === 0x5efe && (getNth(ip.parts, 4) & 0xfdff) === 0
  if (isIsatap) return undefined
  const isEmbedding = embeddings.some((embedding) => ip.match(embedding))
  return isEmbedding ? new ipaddr.IPv4(ip.toByteArray().slice(12)) : ip
}
