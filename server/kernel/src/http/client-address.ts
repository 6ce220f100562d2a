import { isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'
import type { Server } from 'node:http'

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

/** A bare IPv6 address consists of several groups, so a single colon begins a port. */
const withPort = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[^:[\]]+))(?::\d{1,5})?$/

/** Returns the address of an entry of `X-Forwarded-For`, which some proxies write with a port. */
function toAddress(entry: string): string | undefined {
  const text = entry.trim().replaceAll('"', '')
  const { v4, v6 } = withPort.exec(text)?.groups ?? {}
  const address = v6 ?? v4 ?? text
  return isIP(address) ? address : undefined
}

/**
 * Returns the part of an `X-Forwarded-For` header that names addresses. What is left of an entry
 * that is none was not written by a trusted proxy.
 */
export function parseForwardedFor(header: string): string {
  const addresses: string[] = []
  for (const entry of header.split(',').toReversed()) {
    const address = toAddress(entry)
    if (address === undefined) break
    addresses.unshift(address)
  }
  return addresses.join(', ')
}

/** Cleans the header before anything reads it: limits and allowed networks count by address. */
export function cleanForwardedFor(server: Server): void {
  server.prependListener('request', ({ headers }) => {
    const header = headers['x-forwarded-for']
    if (header === undefined) return
    const cleaned = parseForwardedFor(String(header))
    if (cleaned === '') delete headers['x-forwarded-for']
    else headers['x-forwarded-for'] = cleaned
  })
}
