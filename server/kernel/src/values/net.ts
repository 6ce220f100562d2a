import type { Server } from 'node:net'

/** Returns the port that a server listens on, chosen by the system for port 0. */
export function getPort(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null)
    throw new Error('The server is not listening on a port.')
  return address.port
}

/** Reports whether a host of a URL is this machine. */
export const isLoopbackHost = (hostname: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost')
