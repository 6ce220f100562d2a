import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { parseCidr } from './addresses.ts'

export interface OutboundProxySettings {
  /** Proxy of `http:` URLs. */
  http?: string | undefined
  /** Proxy of `https:` URLs. */
  https?: string | undefined
  /** Hosts that are reached directly, in the format of `NO_PROXY`. */
  exceptions?: string | undefined
  /** Whether the proxy gets host names instead of the addresses that the guard has checked. */
  resolvesNames?: boolean | undefined
}

export interface ProxiedTarget {
  protocol: string
  /** Without the brackets of an IPv6 address. */
  host: string
  port: number
}

/** The proxy does not connect to the target. The target got no request. */
class OutboundProxyError extends Error {
  override name = 'OutboundProxyError'
  readonly code = 'EPROXY'
}

/** Metadata services and the like are those of this machine, not of the proxy's. */
const ofThisMachine = ['169.254.0.0/16', 'fe80::/10', 'fd00:ec2::/32'].map(parseCidr)

/** Returns a function that returns the proxy of a target; undefined if it is reached directly. */
export function createProxyChoice({
  http,
  https,
  exceptions = '',
}: OutboundProxySettings): (target: ProxiedTarget) => URL | undefined {
  const proxies = new Map(
    Object.entries({ 'http:': http, 'https:': https }).flatMap(([protocol, url]) =>
      url === undefined ? [] : [[protocol, new URL(url)] as const],
    ),
  )
  const isExcepted = parseExceptions(exceptions)
  return (target) => {
    const proxy = proxies.get(target.protocol)
    return proxy === undefined || isExcepted(target) ? undefined : proxy
  }
}

/**
 * Parses `NO_PROXY`: names, which include their subdomains, addresses and networks, each with an optional
 * port, separated by commas or spaces; `*` stands for all hosts.
 */
function parseExceptions(text: string): (target: ProxiedTarget) => boolean {
  const tests = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(parseException)
  return ({ host, port }) =>
    isInNetworks(host, ofThisMachine) || tests.some((isMet) => isMet(host.toLowerCase(), port))
}

function parseException(text: string): (host: string, port: number) => boolean {
  if (text === '*') return () => true
  const whole = text.replace(/^\[(.*)\]$/, '$1')
  const network = toNetwork(whole)
  if (network) return (host) => isInNetworks(host, [network])
  const [, name = text, ownPort] = /^(.*?)(?::(\d+))?$/.exec(text) ?? []
  const address = toNetwork(name.replace(/^\[(.*)\]$/, '$1'))
  const domain = name.replace(/^\*?\./, '')
  return (host, port) =>
    (ownPort === undefined || Number(ownPort) === port) &&
    (address ? isInNetworks(host, [address]) : host === domain || host.endsWith(`.${domain}`))
}

function toNetwork(text: string) {
  const isNetwork = isIP(text) !== 0 || ipaddr.isValidCIDR(text)
  return isNetwork ? parseCidr(text) : undefined
}

function isInNetworks(host: string, networks: readonly ReturnType<typeof parseCidr>[]): boolean {
  if (isIP(host) === 0) return false
  const ip = ipaddr.process(host)
  return networks.some(([network, bits]) => network.kind() === ip.kind() && ip.match(network, bits))
}

const lateError = new Error('The proxy did not answer in time.')

/** Opens a connection through the proxy by `CONNECT`. */
export function openTunnel(
  proxy: URL,
  { host, port, timeoutMs }: { host: string; port: number; timeoutMs: number },
): Promise<Socket> {
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const { username, password } = proxy
  const credentials = [username, password].map(decodeURIComponent).join(':')
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
  const isByTls = proxy.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => request.destroy(lateError), timeoutMs)
    const request = (isByTls ? requestHttps : requestHttp)({
      host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: proxy.port || (isByTls ? 443 : 80),
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...(username && { 'proxy-authorization': authorization }) },
      agent: false,
    })
    const fail = (what: string, cause?: Error) => {
      clearTimeout(timer)
      reject(new OutboundProxyError(`The server's outgoing proxy ${what}.`, { cause }))
    }
    request
      .on('connect', ({ statusCode = 0 }, socket, head) => {
        if (statusCode < 200 || statusCode > 299) {
          socket.destroy()
          return fail(`rejected the connection to ${target} with ${statusCode}`)
        }
        clearTimeout(timer)
        if (head.length > 0) socket.unshift(head)
        resolve(socket)
      })
      .on('response', (reply) => {
        reply.destroy()
        fail(`answered ${reply.statusCode} to CONNECT`)
      })
      .on('error', (error: NodeJS.ErrnoException) => {
        const isLate = error === lateError
        fail(isLate ? 'did not answer in time' : `cannot be reached (${error.code})`, error)
      })
      .end()
  })
}
