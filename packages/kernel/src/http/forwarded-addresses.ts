import type { Server } from 'node:http'
import { isIP } from 'node:net'

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
