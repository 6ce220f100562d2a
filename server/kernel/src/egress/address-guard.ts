import type { LookupAddress } from 'node:dns'
import { type LookupFunction, type Socket, isIP } from 'node:net'
import { callbackify } from 'node:util'
import type { buildConnector } from 'undici'
import { getFirst } from '../values/must.ts'
import { mayReach } from './addresses.ts'
import {
  createProxyChoice,
  openTunnel,
  type OutboundProxySettings,
  type ProxiedTarget,
} from './outbound-proxy.ts'

/** The host has no permitted address. */
export class AddressRefusedError extends Error {
  override name = 'AddressRefusedError'
  readonly code = 'EADDRREFUSED'

  constructor(host: string) {
    super(`${host} is not a public address, and the operator has not allowed its network.`)
  }
}

/** Connects to what the guard allows, directly or through the proxy. */
export function createGuardedConnector({
  connect,
  checkHost,
  guardedLookup,
  proxy,
  connectTimeoutMs,
}: {
  connect: ReturnType<typeof buildConnector>
  checkHost: (hostname: string) => void
  guardedLookup: ReturnType<typeof guardLookup>
  proxy: OutboundProxySettings
  connectTimeoutMs: number
}): ReturnType<typeof buildConnector> {
  const chooseProxy = createProxyChoice(proxy)

  /** The proxy connects to an address that the guard has checked, so it resolves no name. */
  async function tunnelTo({ host, port }: ProxiedTarget, ownProxy: URL): Promise<Socket> {
    const found = isIP(host)
      ? host
      : await resolvePermitted(guardedLookup, host).catch((error: NodeJS.ErrnoException) => {
          // Behind some proxies, only they can resolve public names.
          const isUnknown = error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN'
          if (proxy.resolvesNames && isUnknown) return host
          throw error
        })
    return openTunnel(ownProxy, {
      host: proxy.resolvesNames ? host : found,
      port,
      timeoutMs: connectTimeoutMs,
    })
  }

  return (options, callback) => {
    try {
      // A literal address is not looked up, so the guard below would not see it.
      checkHost(options.hostname)
    } catch (error) {
      callback(error as Error, null)
      return
    }
    const { protocol, hostname } = options
    const port = Number(options.port) || (protocol === 'https:' ? 443 : 80)
    const target = { protocol, host: hostname.replace(/^\[(.*)\]$/, '$1'), port }
    const ownProxy = chooseProxy(target)
    if (!ownProxy) {
      connect(options, callback)
      return
    }
    callbackify(tunnelTo)(target, ownProxy, (error, socket) => {
      if (error) callback(error, null)
      // TLS is between this process and the target.
      else if (protocol === 'https:') connect({ ...options, httpSocket: socket }, callback)
      else callback(null, socket)
    })
  }
}

/** Resolves a name to its permitted addresses. The socket connects to one of them. */
export const guardLookup =
  (lookup: LookupFunction, allowed: Parameters<typeof mayReach>[1]): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0)
      const addresses = (found as LookupAddress[]).filter(({ address }) =>
        mayReach(address, allowed),
      )
      if (addresses.length === 0) return callback(new AddressRefusedError(hostname), '', 0)
      if (options.all) return callback(null, addresses)
      callback(null, getFirst(addresses).address, getFirst(addresses).family)
    })
  }

/** Returns a permitted address of the name, by IPv4 if it has one: not every proxy has IPv6. */
const resolvePermitted = (lookup: LookupFunction, hostname: string): Promise<string> =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, found) => {
      if (error) return reject(error)
      const addresses = found as LookupAddress[]
      const first = addresses.find(({ family }) => family === 4) ?? addresses[0]
      if (first) resolve(first.address)
      else reject(new AddressRefusedError(hostname))
    })
  })
