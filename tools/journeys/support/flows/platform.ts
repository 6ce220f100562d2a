import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { Schemas } from '@platform/client'
import { tokenSigner } from '../../../../apps/demo/src/tokens.ts'
import { freePort } from '../../../testing/src/free-port.ts'
import { testPlatform } from '../../../testing/src/test-platform.ts'
import { must } from '../../../../server/kernel/src/values/must.ts'
import { getPort } from '../../../../server/kernel/src/values/net.ts'

const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: crm
    displayName: Customer data
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          mapToName: person
          mapToDisplayName: People
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields:
            - fieldName: LastName
            - fieldName: Email
              mapToName: email
            - mapToName: source
              mapToDisplayName: Source
              prompt: Which field shows how you met this person?
          optionalFields:
            - fieldName: Title
            - fieldName: Phone
            - fieldName: Department
        - objectName: Account
          mapToName: company
          mapToDisplayName: Companies
          destination: webhook
          requiredFields: [{ fieldName: Name }]
          optionalFields: [{ fieldName: Website }]
    write:
      objects: [{ objectName: Contact }, { objectName: Lead }]
  - name: writing
    displayName: Leads back
    provider: salesforce
    write:
      objects: [{ objectName: Lead }]
  - name: passing
    displayName: Calls
    provider: salesforce
    proxy: { enabled: true }
  - name: history
    displayName: All companies
    provider: salesforce
    read:
      objects:
        - objectName: Account
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields: [{ fieldName: Name }]
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
  - name: portal
    displayName: Customer portal
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields: [{ fieldName: email }]
  - name: branded
    displayName: Branded library
    provider: library
    module: brand
    read:
      objects:
        - objectName: books
          destination: webhook
          requiredFields: [{ fieldName: title }]
`

/**
 * Starts the platform with the sandbox, and with two providers: a library with the key `right`, and
 * a vault that issues a session for the password `right`.
 */
export async function startFlowPlatform(
  env: Record<string, string> = {},
  { asOf }: { asOf?: string } = {},
) {
  const api = await startOwnApis()
  const platform = await testPlatform({
    sourceYaml,
    env: { PLATFORM_PROVIDERS: JSON.stringify(ownProviders(api.url)), ...env },
    ...(asOf !== undefined && { asOf }),
  })
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const { kid } = await platform.call<{ kid: string }>('POST', '/v1/{p}/jwt-keys', {
    label: 'Product',
    algorithm: 'RS256',
    publicKeyPem: publicKey,
  })
  const sign = await tokenSigner({ privateKeyPem: privateKey, keyId: kid })
  const { call } = platform
  return {
    ...platform,
    url: must(platform.url, 'address'),
    /** Nothing listens there. */
    nowhere: `http://127.0.0.1:${await freePort()}`,
    /** The server never answers. */
    silence: `${api.url}/silence`,
    tokenFor: (caller: { consumerRef: string; groupRef: string }) =>
      sign({
        id: caller.consumerRef,
        companyId: caller.groupRef,
        name: '',
        title: '',
        company: '',
      }),
    installed: (groupRef: string, content: object, integration = 'crm') =>
      call<Schemas['Installation']>(
        'POST',
        `/v1/{p}/integrations/${integration}/installations?skipSampling=true`,
        { groupRef, config: { content } },
      ),
    installationOf: async (groupRef: string, integration = 'crm') =>
      (
        await call<Schemas['Installation'][]>(
          'GET',
          `/v1/{p}/integrations/${integration}/installations?groupRef=${groupRef}`,
        )
      )[0],
    connectionsOf: (groupRef: string) =>
      call<Schemas['Connection'][]>('GET', `/v1/{p}/connections?groupRef=${groupRef}`),
    /** Creates a connection with an entered key. */
    connectByKey: (groupRef: string, provider: string) =>
      call<Schemas['Connection']>('POST', '/v1/{p}/connections:generate', {
        ...{ provider, groupRef, consumerRef: 'ana', apiKey: 'right' },
      }),
    close: async () => {
      await platform.close()
      api.close()
    },
  }
}

export type FlowPlatform = Awaited<ReturnType<typeof startFlowPlatform>>

const ownProviders = (url: string) => ({
  library: {
    displayName: 'Our library',
    authType: 'apiKey',
    apiKeyOpts: { attachmentType: 'header', header: { name: 'X-Api-Key' } },
    baseURL: url,
    defaultModule: 'root',
    modules: { brand: { displayName: 'Brands', baseURL: url } },
    metadata: {
      input: [{ name: 'brand', displayName: 'Brand', moduleDependencies: { brand: {} } }],
    },
    authHealthCheck: { url: `${url}/me`, method: 'GET', successStatusCodes: [200] },
    objects: {
      books: {
        displayName: 'Books',
        read: { path: '/books', records: '', id: 'id', paging: { style: 'none' } },
      },
    },
  },
  vault: {
    displayName: 'Our vault',
    authType: 'custom',
    baseURL: url,
    customOpts: {
      headers: [{ name: 'X-Api-Key', valueTemplate: '{{session}}' }],
      inputs: [
        { name: 'username', displayName: 'Login', fieldType: 'fieldTypeText' },
        { name: 'password', displayName: 'Password', fieldType: 'fieldTypePassword' },
      ],
      multiStep: true,
    },
    authSteps: {
      token: 'session',
      steps: [
        { kind: 'encode', name: 'login', template: '{{username}}:{{password}}' },
        {
          ...{ kind: 'request', method: 'GET', url: `${url}/session` },
          headers: { authorization: 'Basic {{login}}' },
          capture: { session: 'key' },
        },
      ],
    },
    authHealthCheck: { url: `${url}/me`, method: 'GET', successStatusCodes: [200] },
  },
})

async function startOwnApis() {
  const answer = ({ url, headers }: IncomingMessage): [status: number, body: unknown] => {
    if (url === '/session') {
      const [, login = ''] = headers.authorization?.split(' ') ?? []
      const isRight = atob(login).endsWith(':right')
      return isRight ? [200, { key: 'right' }] : [401, { error: 'invalid_grant' }]
    }
    if (headers['x-api-key'] !== 'right') return [401, { error: 'invalid_key' }]
    return [200, url?.startsWith('/books') ? [{ id: 1, title: 'Emma' }] : {}]
  }
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/silence')) return
    const [status, body] = answer(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${getPort(server)}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
