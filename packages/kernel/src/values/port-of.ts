import type { Server } from 'node:net'

/** The port that a server listens at, which the system chose where 0 was asked for. */
export function portOf(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null)
    throw new Error('The server is not listening on a port.')
  return address.port
}
