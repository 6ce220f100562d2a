import type { Connector, ProviderClient } from '@platform/connector'
import { baseURLOf, catalogue, overlayCatalogue } from '@platform/connectors'
import { createEgress } from '@platform/kernel/egress'
import type { Services } from '@platform/kernel/services'
import { must } from '@platform/kernel/values'
import {
  sandboxControl,
  sandboxProviders,
  startSandbox,
  type SandboxControl,
} from '@platform/sandbox'
import type { Credentials } from '../../../credentials/credentials.ts'
import { sendRequest } from '../../call/send-request.ts'
import { makeHubspotOdd } from './distort-hubspot.ts'
import { makeSalesforceOdd } from './distort-salesforce.ts'
import { startOddProxy, type Oddness } from './proxy.ts'
import { signInAtSandbox } from './sign-in.ts'

export const crmKinds = ['salesforce', 'hubspot'] as const
export type CrmKind = (typeof crmKinds)[number]

/** What the tests use of each CRM. */
export const crms = {
  salesforce: {
    make: makeSalesforceOdd,
    object: 'Contact',
    name: 'LastName',
    key: 'Email',
    upsertKey: 'Key__c',
    parent: 'Account',
  },
  hubspot: {
    make: makeHubspotOdd,
    object: 'contacts',
    name: 'lastname',
    key: 'email',
    upsertKey: 'email',
    parent: 'companies',
  },
} as const

export interface OpenCrm {
  connector: Connector
  client: ProviderClient
}

/** Starts both CRMs, each behind a proxy whose replies `oddness` decides. */
export async function openOddCrms(contacts: number) {
  const oddness: Partial<Record<CrmKind, Oddness>> = {}
  const proxies: Partial<Record<CrmKind, Awaited<ReturnType<typeof startOddProxy>>>> = {}
  const controls: Partial<Record<CrmKind, SandboxControl>> = {}
  const credentials: Partial<Record<CrmKind, Credentials>> = {}
  const egress = createEgress({ allowCidrs: ['127.0.0.1/32'] })
  const sandbox = await startSandbox({
    seed: { accounts: 20, contacts, leads: 0, opportunities: 0, cases: 0, tasks: 0 },
  })
  for (const kind of crmKinds) {
    const target = sandbox[`${kind}Url`]
    controls[kind] = sandboxControl(target)
    credentials[kind] = await signInAtSandbox(kind, target)
    proxies[kind] = await startOddProxy(target, () => must(oddness[kind], 'oddness'))
  }
  return {
    oddness,
    control: (kind: CrmKind) => must(controls[kind], 'control'),
    /** Opens a CRM through its proxy, or directly. */
    open(kind: CrmKind, isDirect = false): OpenCrm {
      const url = isDirect ? sandbox[`${kind}Url`] : must(proxies[kind], 'proxy').url
      const overlay = sandboxProviders({ salesforceUrl: url, hubspotUrl: url })
      const entry = must(overlayCatalogue(catalogue, overlay)[kind], 'entry')
      const request: ProviderClient['request'] = (wanted) =>
        sendRequest({ egress } as Services, {
          projectId: 'proj_odd',
          entry,
          baseUrl: baseURLOf(entry, {}),
          values: {},
          credentials: must(credentials[kind], 'credentials'),
          wanted,
        })
      const client: ProviderClient = {
        metadata: {},
        // Like the engine, which repeats a call after a refresh.
        request: async (wanted) => {
          const response = await request(wanted)
          const isRefused = response.status === 401 || wanted.refusesCredential?.(response) === true
          return isRefused ? request(wanted) : response
        },
      }
      return { connector: must(entry.connector, 'connector'), client }
    },
    async close() {
      for (const proxy of Object.values(proxies)) proxy.close()
      await egress.close()
      await sandbox.close()
    },
  }
}
