import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'

/** Identifies the caller for rate limits and Idempotency-Keys. */
export function callerId(caller: Caller, request: FastifyRequest): string {
  switch (caller.kind) {
    case 'nobody':
      return `ip ${clientAddress(request.ip)}`
    case 'builder':
      return caller.builderId
    case 'consumer':
      // Several groups may use the same reference of a consumer.
      return `${caller.project.id} ${JSON.stringify([caller.groupRef, caller.consumerRef])}`
    default:
      return caller.apiKeyId
  }
}

/**
 * Returns the address by which a client is counted: for IPv6 its /64 network, because each client
 * has billions of addresses.
 */
export function clientAddress(ip: string): string {
  const address = ip.replace(/%.*$/, '')
  if (!isIPv6(address) || address.toLowerCase().startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const ofTail = tail === undefined ? 0 : tail.split(':').filter(Boolean).length
  const missing = tail === undefined ? 0 : 8 - groups.length - ofTail
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/64`
}
