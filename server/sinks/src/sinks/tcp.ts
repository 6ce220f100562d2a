import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect as startTls, type ConnectionOptions } from 'node:tls'
import type {
  DestinationCredentials,
  DestinationMetadata,
  InputValidationIssue,
} from '@platform/contract'
import { mayReach, readAuthorities, type TenantEgress } from '@platform/kernel/egress'
import { toFailure } from './http-exchange.ts'
import type { Failure } from './outcome.ts'
import { readOwnTls } from './own-tls.ts'
import { issue } from './sink.ts'

// What destinations have in common that are reached by other protocols than HTTP.

export interface HostAndPort {
  host: string
  port: number
}

/** A name or IP address, and a port. Socket folders, lists of hosts and URLs are neither. */
const hostPattern = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i

export function parseHost(text: string, defaultPort: number): HostAndPort | undefined {
  const [, host, port = String(defaultPort)] = hostPattern.exec(text) ?? []
  if (host === undefined || !URL.canParse(`http://${host}:${port}/`)) return undefined
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
}

/** Returns the issues of a host with an optional port. `example` has another port than the default. */
export function hostIssues(
  name: string,
  text: string,
  { egress, example }: { egress: { check(url: URL): void }; example: string },
): InputValidationIssue[] {
  const parsed = parseHost(text, 1)
  if (!parsed || parsed.port === 0) {
    return [
      issue(
        name,
        `The host must be a name or IP address, optionally with a port. Example: ${example}.`,
        text,
      ),
    ]
  }
  try {
    egress.check(new URL(`http://${text}/`))
    return []
  } catch (error) {
    return [issue(name, (error as Error).message, text)]
  }
}

/**
 * Throws if whoever answers at the socket has a public address: without TLS, everybody between would
 * read the password.
 */
export function mustBePrivate(socket: Socket, host: string): void {
  if (!mayReach(socket.remoteAddress ?? '', [])) return
  socket.destroy()
  throw new Error(
    `${host} has a public address. Without TLS, only private ones are allowed: remove sslMode.`,
  )
}

/** Names that are this machine, where nobody reads along. */
const isLoopback = (host: string) => /^(?:localhost|127\.[\d.]+|::1)$/i.test(host)

/** Returns how the server is verified; false without TLS. */
export function describeTls(
  { sslMode, caCertificate }: DestinationMetadata,
  host: string,
): ConnectionOptions | false {
  const trusted = caCertificate ? { ca: readAuthorities(caCertificate) } : {}
  switch (sslMode ?? (isLoopback(host) ? 'disable' : 'verify-full')) {
    case 'disable':
      return false
    case 'require':
      return { rejectUnauthorized: false }
    case 'verify-ca':
      return { rejectUnauthorized: true, ...trusted, checkServerIdentity: () => undefined }
    case 'verify-full':
      return { rejectUnauthorized: true, ...trusted }
  }
}

/** Begins TLS on an open socket, which is destroyed if that fails. */
async function beginTls(
  socket: Socket,
  { host, tls, signal }: { host: string; tls: ConnectionOptions; signal: AbortSignal },
): Promise<Socket> {
  const secured = startTls({
    ...tls,
    socket,
    ...(/[a-z]/i.test(host) && !host.includes(':') && { servername: host }),
    host,
  })
  try {
    await once(secured, 'secureConnect', { signal })
    return secured
  } catch (error) {
    secured.destroy()
    socket.destroy()
    throw error
  }
}

interface SocketSettings {
  metadata: DestinationMetadata
  credentials: DestinationCredentials
  signal: AbortSignal
}

/** Opens a socket with the TLS of the destination; without TLS, only to a private address. */
export const openSocket = async (
  outlet: Pick<TenantEgress, 'connect'>,
  to: HostAndPort,
  settings: SocketSettings,
): Promise<Socket> =>
  (await openGreetedSocket(outlet, to, { ...settings, greet: async () => undefined })).socket

/**
 * Opens a socket to a server that speaks first, and begins TLS after that. `greet` reads what the server
 * says; if it throws, the socket is destroyed.
 */
export async function openGreetedSocket<Greeting>(
  outlet: Pick<TenantEgress, 'connect'>,
  { host, port }: HostAndPort,
  {
    metadata,
    credentials,
    signal,
    greet,
  }: SocketSettings & {
    greet: (socket: Socket, how: { isSecured: boolean }) => Promise<Greeting>
  },
): Promise<{ socket: Socket; greeting: Greeting }> {
  const tls = describeTls(metadata, host)
  const { clientCertificate } = readOwnTls(metadata, credentials)
  const socket = await outlet.connect({ host, port, signal })
  if (!tls) mustBePrivate(socket, host)
  let greeting: Greeting
  try {
    greeting = await greet(socket, { isSecured: tls !== false })
  } catch (error) {
    socket.destroy()
    throw error
  }
  if (!tls) return { socket, greeting }
  const certificate = clientCertificate && {
    cert: clientCertificate.certificate,
    key: clientCertificate.privateKey,
  }
  return {
    socket: await beginTls(socket, { host, tls: { ...tls, ...certificate }, signal }),
    greeting,
  }
}

interface SocketSettings {
  metadata: DestinationMetadata
  credentials: DestinationCredentials
  signal: AbortSignal
}

const maxDetail = 500

/** Classifies why a server that is not reached by HTTP could not be asked, without the secret. */
export function describeSocketFailure(error: unknown, secret = ''): Failure {
  const failure = toFailure(error instanceof Error ? error : new Error(String(error)))
  const isTls = failure.class === 'connection' && /certificate|SSL|TLS/i.test(failure.detail)
  const detail = secret === '' ? failure.detail : failure.detail.replaceAll(secret, '…')
  return {
    succeeded: false,
    class: isTls ? 'tls' : failure.class,
    detail: detail.slice(0, maxDetail),
  }
}
