import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { createHubSpot } from './hubspot/server.ts'
import { createSalesforce } from './salesforce/server.ts'
import { SandboxState, type SandboxStateOptions } from './state.ts'

export interface SandboxOptions extends SandboxStateOptions {
  /** 0 uses any free port, which is the default. */
  salesforcePort?: number
  hubspotPort?: number
  /** Loopback by default. */
  host?: string
  /** Called once with the URL of each provider. */
  log?: (message: string) => void
}

export interface Sandbox {
  salesforceUrl: string
  hubspotUrl: string
  close(): Promise<void>
}

/** Starts a local Salesforce and a local HubSpot, each on its own port. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const state = new SandboxState(options)
  const salesforce = createSalesforce(state)
  const hubspot = createHubSpot(state)

  const host = options.host ?? '127.0.0.1'
  await salesforce.http.listen({ port: options.salesforcePort ?? 0, host })
  await hubspot.http.listen({ port: options.hubspotPort ?? 0, host })
  const salesforceUrl = getAddress(salesforce.http)
  const hubspotUrl = getAddress(hubspot.http)
  options.log?.(`Sandbox Salesforce listens on ${salesforceUrl}`)
  options.log?.(`Sandbox HubSpot listens on ${hubspotUrl}`)

  return {
    salesforceUrl,
    hubspotUrl,
    close: async () => {
      await Promise.all([salesforce.http.close(), hubspot.http.close()])
    },
  }
}

function getAddress(http: FastifyInstance): string {
  const { address, port } = http.server.address() as AddressInfo
  const isEverywhere = address === '0.0.0.0' || address === '::'
  return `http://${isEverywhere ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address}:${port}`
}
