import { once } from 'node:events'
import { connect as openSocket, type LookupFunction, type Socket } from 'node:net'
import { mustBeOutsideTransaction } from '../db/transaction.ts'
import type { EgressTenant } from './connection-slots.ts'
import type { Lookups } from './lookups.ts'

export interface ConnectTarget {
  host: string
  port: number
  /** Ends the attempt early. An open connection is the caller's. */
  signal?: AbortSignal
}

export type OpenBare = (tenant: EgressTenant, to: ConnectTarget) => Promise<Socket>

/** Opens connections for protocols other than HTTP, to addresses that the guard permits. */
export function createBareConnections({
  lookups,
  guardedLookup,
  checkHost,
  connectTimeoutMs,
}: {
  lookups: Lookups
  guardedLookup: LookupFunction
  checkHost: (hostname: string) => void
  connectTimeoutMs: number
}): OpenBare {
  return async (tenant, { host, port, signal }) => {
    mustBeOutsideTransaction(`${host}:${port} is asked`)
    checkHost(host)
    const timeout = AbortSignal.timeout(connectTimeoutMs)
    // Given to the socket, the signal would also end it when it is open.
    const socket = lookups.runFor(tenant, () => openSocket({ host, port, lookup: guardedLookup }))
    try {
      await once(socket, 'connect', {
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      return socket
    } catch (error) {
      socket.destroy()
      throw timeout.aborted ? timeout.reason : error
    }
  }
}
