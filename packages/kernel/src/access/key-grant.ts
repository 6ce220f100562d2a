import type { Capability, IntegrationId } from '@platform/contract'
import { Problem } from '../problems/problem.ts'
import { capabilitiesOfScopes } from './permissions.ts'
import { isWithinNetworks } from './networks.ts'

/** Everything that limits a key. */
export interface KeyLimits {
  scopes: readonly string[]
  /** Null if it is not limited to integrations. */
  integrationIds: readonly IntegrationId[] | null
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
 * change itself into an unlimited one. (A key that is limited to integrations manages no keys at all.)
 */
export function mustNotExceed(by: KeyGrant, key: KeyLimits): void {
  const more = capabilitiesOfScopes(key.scopes).filter((one) => !by.capabilities.includes(one))
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

const exceeding = (reason: string) =>
  new Problem('permission-missing', {
    detail: `An API key can only manage keys that allow no more than itself. ${reason}`,
  })

/**
 * Whether the key has limits that earlier versions do not know. They would accept it as a key of another
 * scope, so its hash is marked, and they do not find it.
 */
export const isUnknownToEarlier = ({ scopes, integrationIds, allowedNetworks }: KeyLimits) =>
  integrationIds !== null ||
  allowedNetworks.length > 0 ||
  !(scopes.length === 1 && (scopes[0] === 'full' || scopes[0] === 'frontend'))
