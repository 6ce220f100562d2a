import { sandboxApps, startSandbox, type Sandbox } from '@platform/sandbox'
import { afterAll, beforeAll, describe } from 'vitest'
import { catalogue } from '../catalogue/catalogue.ts'
import { overlayCatalogue } from '../catalogue/overlay.ts'
import { behavesAsConnector } from '../testing/conformance.ts'
import type { TestClient } from '../testing/provider-client.ts'
import { signIn } from '../testing/sign-in.ts'
import { salesforce } from './connector.ts'
import { query } from './query.ts'

const count = 5_000
let sandbox: Sandbox
let client: TestClient

beforeAll(async () => {
  sandbox = await startSandbox({ salesforcePort: 0, hubspotPort: 0, seed: { contacts: count } })
  const baseURL = sandbox.salesforceUrl
  const oauth2Opts = {
    authURL: `${baseURL}/services/oauth2/authorize`,
    tokenURL: `${baseURL}/services/oauth2/token`,
  }
  const { salesforce: entry } = overlayCatalogue(catalogue, { salesforce: { baseURL, oauth2Opts } })
  client = await signIn(entry!, sandboxApps.salesforce)
})
afterAll(() => sandbox.close())

describe('the Salesforce connector at the sandbox', () => {
  behavesAsConnector({
    connector: salesforce,
    objectName: 'Contact',
    count,
    fieldNames: ['email', "$['Owner']['Name']", 'Account.Name', "$['MailingAddress']['city']"],
    missingFieldNames: ['Foo__c', "$['Owner']['Shoe']", 'Nowhere.Name', 'BAR'],
    filterFieldName: 'LeadSource',
    rehearse: () => ({
      client,
      change: (id) =>
        client.request({
          method: 'PATCH',
          path: `/services/data/v60.0/sobjects/Contact/${id}`,
          body: { Description: 'Changed meanwhile' },
        }),
      // A user may hold ten cursors open; each further one ends the oldest.
      loseCursors: async () => {
        for (let opened = 0; opened < 10; opened += 1) {
          await query(client, 'SELECT Id FROM Contact', 200)
        }
      },
    }),
  })
})
