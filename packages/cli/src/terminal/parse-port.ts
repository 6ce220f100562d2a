import type { Server } from 'node:net'

/** Returns the port that a server listens on, chosen by the system for port 0. */
export function parsePort(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null)
    throw new Error('The server does not listen on a port.')
  return address.port
}
