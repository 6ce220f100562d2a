import { isIP } from 'node:net'
import type { NodeConnectionOptions } from '@nats-io/transport-node'
import { MessageLogError } from '@platform/delivery/notifications/message-log/message-log'

const shape = /^(nats|tls):\/\/(?:([^@/]*)@)?([^@/?]+)\/?(?:\?(.*))?$/
const example = 'nats://user:password@one:4222,two:4222,three:4222'
const tlsFiles = { ca: 'caFile', cert: 'certFile', key: 'keyFile' } as const
const known = [...Object.keys(tlsFiles), 'credentials']

export interface LogUrl {
  /** For messages to people: without passwords. */
  addresses: string
  options: NodeConnectionOptions & { servers: string[] }
  /** File with the JWT and the seed of the user. */
  credentialsFile: string | undefined
}

/**
 * Parses `nats://user:password@one:4222,two:4222,three:4222`, which names every node. A user without a password is a token.
 * With `tls://`, connections are encrypted. Parameters name files, which are read at each
 * connection: `ca`, `cert` and `key` for TLS, `credentials` for a user with a JWT. Errors name the
 * setting.
 */
export function parseLogUrl(setting: string, url: string): LogUrl {
  const [, scheme, user, hosts = '', query = ''] = shape.exec(url) ?? []
  const servers = hosts.split(',').filter((host) => host !== '')
  if (!scheme || servers.length === 0) {
    throw new MessageLogError(
      'settings',
      `${setting} is not a URL of NATS, such as ${example}. Encode special characters of the password, such as @ as %40.`,
    )
  }
  const address = servers.find((host) => isIP(host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')))
  if (scheme === 'tls' && address !== undefined) {
    throw new MessageLogError(
      'settings',
      `${setting} has the address ${address}, which TLS cannot verify: use the host name of its certificate.`,
    )
  }
  const files = new URLSearchParams(query)
  const unknown = [...files.keys()].find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new MessageLogError(
      'settings',
      `${setting} has the unknown parameter ${unknown}. Known parameters: ${known.join(', ')}.`,
    )
  }
  const tls: NonNullable<NodeConnectionOptions['tls']> = {}
  for (const [parameter, option] of Object.entries(tlsFiles)) {
    const file = files.get(parameter)
    if (file === null) continue
    if (scheme !== 'tls') {
      throw new MessageLogError('settings', `${setting} names a file for TLS: use tls://.`)
    }
    tls[option] = file
  }
  return {
    addresses: servers.join(', '),
    options: { servers, ...userIn(setting, user), ...(scheme === 'tls' && { tls }) },
    credentialsFile: files.get('credentials') ?? undefined,
  }
}

function userIn(
  setting: string,
  text: string | undefined,
): Pick<NodeConnectionOptions, 'user' | 'pass' | 'token'> {
  if (!text) return {}
  const decode = (part: string) => {
    try {
      return decodeURIComponent(part)
    } catch {
      throw new MessageLogError(
        'settings',
        `${setting} has a user or password with an invalid %. Encode % as %25.`,
      )
    }
  }
  const [user = '', ...rest] = text.split(':')
  if (rest.length === 0) return { token: decode(user) }
  return { user: decode(user), pass: decode(rest.join(':')) }
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/

/** Returns a warning if messages and passwords leave this machine without encryption. */
export function findUnencrypted(setting: string, url: string): string | undefined {
  const { addresses, options } = parseLogUrl(setting, url)
  if (options.tls || options.servers.every((host) => loopback.test(host))) return undefined
  return `${setting} connects to ${addresses} without encryption: messages and the password can be read on the network. Use tls://, unless the network encrypts.`
}
