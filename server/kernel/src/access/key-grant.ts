import { BlockList, isIPv6 } from 'node:net'
import {
  type Capability,
  type DestinationId,
  endUserCapabilities,
  type IntegrationId,
} from '@platform/contract'
import { Problem } from '../problems/problem.ts'
import type { HashMark } from './credential.ts'
import { capabilitiesOfScopes } from './permissions.ts'

const getFamily = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

function splitNetwork(network: string) {
  const [address = '', bits = ''] = network.split('/')
  return { address, bits: Number(bits), family: getFamily(address) } as const
}

/** Whether the address is in one of the networks, which are in CIDR notation. */
export function isInNetworks(networks: readonly string[], ip: string): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const { address, bits, family } = splitNetwork(network)
    list.addSubnet(address, bits, family)
  }
  // A link-local address may name its interface.
  const address = ip.replace(/%.*$/, '')
  return list.check(address, getFamily(address))
}

/** Whether every address of the network is in one of the others. */
export function isWithinNetworks(networks: readonly string[], network: string): boolean {
  const { address, bits, family } = splitNetwork(network)
  return networks.some((wider) => {
    const other = splitNetwork(wider)
    return other.family === family && other.bits <= bits && isInNetworks([wider], address)
  })
}

/** Everything that limits a key. */
export interface KeyLimits {
  scopes: readonly string[]
  /** Null if it is not limited to integrations. */
  integrationIds: readonly IntegrationId[] | null
  /** Null if it is not limited to a destination. */
  destinationId: DestinationId | null
  allowedNetworks: readonly string[]
  expireTime: Date | null
}

/** What whoever manages a key may do, as a key that they create or change must not exceed it. */
export interface KeyGrant {
  capabilities: readonly Capability[]
  allowedNetworks?: readonly string[]
  expireTime?: Date | null
}

/**
 * Rejects keys that allow more than their creator may do: otherwise a limited key could create, rotate or
 * change itself into an unlimited one. (A key that is limited to integrations manages no keys at all.) The
 * holder of a key that is limited to a destination chooses where its messages are sent.
 */
export function mustNotExceed(by: KeyGrant, key: KeyLimits): void {
  const needed = capabilitiesOfScopes(key.scopes)
  const more = [
    ...needed,
    ...(key.destinationId ? (['manage:notifications'] as const) : []),
  ].filter((one) => !by.capabilities.includes(one))
  if (more.length > 0) {
    throw exceeding(`The caller lacks ${more.join(', ')}.`)
  }
  const { allowedNetworks: networks = [], expireTime } = by
  const isWithin =
    networks.length === 0 ||
    (key.allowedNetworks.length > 0 &&
      key.allowedNetworks.every((network) => isWithinNetworks(networks, network)))
  if (!isWithin) {
    throw exceeding(`\`allowedNetworks\` must be within ${networks.join(', ')}.`)
  }
  if (expireTime && (!key.expireTime || key.expireTime > expireTime)) {
    throw exceeding(`\`expireTime\` must be ${expireTime.toISOString()} at the latest.`)
  }
}

/**
 * Rejects callers who may do less than end users, or only for some time or from some networks: whoever holds
 * the private key of a JWT key acts as any end user, who can also turn on support access.
 */
export function mustBeAllowedToActAsEndUsers({
  capabilities,
  allowedNetworks = [],
  expireTime,
}: KeyGrant): void {
  const missing = endUserCapabilities.filter((one) => !capabilities.includes(one))
  const reason =
    (missing.length > 0 && `It lacks ${missing.join(', ')}.`) ||
    (allowedNetworks.length > 0 && 'It is limited to networks.') ||
    (expireTime && 'It expires.')
  if (!reason) return
  throw new Problem('permission-missing', {
    detail: `A JWT key allows its holder to act as any end user, and the caller may not do all of this. ${reason}`,
  })
}

const exceeding = (reason: string) =>
  new Problem('permission-missing', {
    detail: `An API key can only manage keys that allow no more than itself. ${reason}`,
  })

/**
 * Returns the mark of a key with limits that earlier versions do not know. They would accept it as a key
 * of another scope, so they must not find it.
 */
export function chooseHashMark({
  scopes,
  integrationIds,
  destinationId,
  allowedNetworks,
}: KeyLimits): HashMark {
  if (destinationId) return 'receiving'
  const isLimited =
    integrationIds !== null ||
    allowedNetworks.length > 0 ||
    !(scopes.length === 1 && (scopes[0] === 'full' || scopes[0] === 'frontend'))
  return isLimited ? 'limited' : 'none'
}
