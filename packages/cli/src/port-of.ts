import type { Server } from 'node:net'

/** The port that a server listens at, which the system chose where 0 was asked for. */
export function parsePort(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null)
    throw new Error('The server does not listen on a port.')
  return address.port
}
