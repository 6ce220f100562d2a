import type { LookupFunction } from 'node:net'
import {
  addressTemplates,
  catalogue,
  listAllowedOrigins,
  overlayCatalogue,
  templateVariables,
} from '@platform/connectors'
import type { ConnectionId, ProviderInfo, ProviderMetadata } from '@platform/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueCertificates } from '@platform/testing/certificates'
import { givenTenant, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { listMetadataValues } from '../credentials/connection-record.ts'
import { base64, privateKeyPem, serviceAccountKey } from './testing/stand-in-provider.ts'
import { findConnectionRow } from './connections.ts'
import { must } from '@platform/kernel/values'

let api: TestApi
let acme: Awaited<ReturnType<typeof givenTenant>>
let path: string

/** A provider of an operator whose customers host it at acme.test and globex.test. */
const widened = overlayCatalogue(
  catalogue,
  Object.fromEntries(
    Object.keys(catalogue).map((name) => [
      name,
      { trustedDomains: ['acme.test', 'globex.test', 'api.gong.io'] },
    ]),
  ),
)

const nowhere: LookupFunction = (hostname, _options, callback) => {
  callback(Object.assign(new Error(`There is no ${hostname}.`), { code: 'ENOTFOUND' }), '')
}

beforeAll(async () => {
  // Entered credentials are tested at once, so no real address of a provider is used.
  api = await testApi(await testDatabase(), { catalogue: widened, lookup: nowhere })
  acme = await givenTenant(api)
  path = `/v1/projects/${acme.project.id}/connections`
})
afterAll(async () => {
  await api.close()
  await api.database.close()
})

/** The credentials that sign requests. */
const keys: Record<string, string> = { privateKey: base64(privateKeyPem), serviceAccountKey }
/** A client certificate and its key; undefined on machines without openssl. */
const issued = (await issueCertificates())?.clients[0]

/** Credentials of the kind that the provider accepts, with the names of a request. */
function credentialsFor({ authType, oauth2Opts, customOpts, basicOpts }: ProviderInfo) {
  const client = { clientId: 'id', clientSecret: 'client-secret' }
  switch (authType) {
    case 'apiKey':
      return { apiKey: 'secret-key' }
    case 'basic':
      return basicOpts?.apiKeyAsBasic
        ? { apiKey: 'secret-key' }
        : { basicAuth: { username: 'ana', password: 'secret-password' } }
    case 'custom': {
      const own = customOpts?.clientCertificate ? { ...keys, ...issued } : keys
      return {
        customAuth: Object.fromEntries(
          (customOpts?.inputs ?? []).map(({ name, options }) => [
            name,
            options?.[0]?.value ?? own[name] ?? 'secret-input',
          ]),
        ),
      }
    }
    case 'none':
      return {}
    default:
      if (oauth2Opts?.grantType === 'clientCredentials') return { oauth2ClientCredentials: client }
      if (oauth2Opts?.grantType === 'password') {
        return {
          oauth2PasswordCredentials: { username: 'ana', password: 'secret-password', ...client },
        }
      }
      return { oauth2AuthorizationCode: { accessToken: { token: 'secret-token' } } }
  }
}

/** The parts of the provider's addresses that a customer enters. */
function inputsFor({ info }: (typeof widened)[string]): ProviderMetadata {
  const wholeHost = /\{\{(workspace|talkdesk_\w+)\}\}(?=[/?#]|$)/
  const isWhole = wholeHost.test(info.baseURL) && /^(https:\/\/)?\{\{/.test(info.baseURL)
  return Object.fromEntries(
    (info.metadata?.input ?? []).map(({ name, defaultValue }) => {
      const whole = info.baseURL.startsWith('{{') ? 'https://crm.acme.test' : 'crm.acme.test'
      const value = defaultValue ?? (isWhole && name === 'workspace' ? whole : 'acme')
      return [name, { value, source: 'input' as const }]
    }),
  )
}

const hostile = [
  'evil.example',
  'https://evil.example',
  'crm.globex.test',
  'https://crm.globex.test',
  'globex',
]

describe.each(Object.keys(catalogue))('%s', (provider) => {
  it(
    'sends its credential only to the original host for frontend keys and end users',
    { tags: 'credential-targets' },
    async () => {
      const entry = must(widened[provider], provider)
      const token = await acme.consumerToken({ groupRef: 'globex', consumerRef: 'hank' })
      const generated = await api.call('POST', `${path}:generate`, {
        apiKey: acme.full.key,
        body: {
          provider,
          groupRef: 'globex',
          consumerRef: 'hank',
          providerMetadata: inputsFor(entry),
          ...credentialsFor(entry.info),
        },
      })
      if (generated.status !== 201) {
        // Its URL comes from token replies or a look-up after the sign-in, so it cannot be imported; or it cannot be connected yet.
        expect(generated.status).toBe(400)
        expect(unimportable).toContain(provider)
        return
      }
      const id = generated.body.id as ConnectionId
      const origins = async () => {
        const row = await findConnectionRow(api.database.tenant(acme.project.id), id)
        return [...listAllowedOrigins(entry, listMetadataValues(must(row, 'row')))]
      }
      const before = await origins()
      const captured = (entry.info.oauth2Opts?.tokenMetadataFields.otherFields ?? []).map(
        (f) => f.name,
      )
      const names = new Set([
        ...['workspace', 'instance_url', 'api_domain', 'base_url', 'region', ...captured],
        ...(entry.info.metadata?.input ?? []).map((input) => input.name),
        ...(entry.info.metadata?.postAuthentication ?? []).map((field) => field.name),
      ])

      const parts = new Set(addressTemplates(entry).flatMap(templateVariables))
      const isFixed = parts.size === 0
      for (const [n, value] of (isFixed ? hostile.slice(0, 1) : hostile).entries()) {
        const all = Object.fromEntries([...names].map((name) => [name, { value, source: 'token' }]))
        const tries = [
          { updateMask: ['providerWorkspaceRef'], connection: { providerWorkspaceRef: value } },
          { updateMask: ['providerMetadata'], connection: { providerMetadata: all } },
          // Each name by itself; those in no address with one value.
          ...(isFixed ? captured : [...names].filter((name) => n === 0 || parts.has(name))).map(
            (name) => ({
              updateMask: ['providerMetadata'],
              connection: { providerMetadata: { [name]: all[name] } },
            }),
          ),
        ]
        for (const body of tries) {
          const how = { body, ...(body === tries[0] ? { apiKey: acme.frontend.key } : { token }) }
          const reply = await api.call('PATCH', `${path}/${id}?groupRef=globex`, how)
          expect([200, 400]).toContain(reply.status)
        }
      }

      expect(await origins()).toEqual(before)
    },
  )
})

const unimportable = [
  'gong',
  'basecamp',
  'mailchimp',
  'confluence',
  'docusign',
  'eloqua',
  'atlassian',
  'microsoftAdminConsent',
  'snowflake',
  'amazonSellingPartner',
  'tikTokAds',
  'wooCommerceSignIn',
  ...(issued ? [] : ['adp']),
]

describe('an account that moves to another host', () => {
  const move = {
    updateMask: ['providerWorkspaceRef'],
    connection: { providerWorkspaceRef: 'moved' },
  }

  it.each([
    ['a server', () => ({ apiKey: acme.full.key })],
    ['a builder', () => ({ token: acme.owner.token })],
    ['a frontend key', () => ({ apiKey: acme.frontend.key })],
    [
      'an end user',
      async () => ({
        token: await acme.consumerToken({ groupRef: 'globex', consumerRef: 'hank' }),
      }),
    ],
  ])(
    'does not send its credentials there, also not for %s',
    { tags: 'credential-targets' },
    async (_who, credential) => {
      const entry = must(widened['freshdesk'], 'freshdesk')
      const { body: before } = await api.call('POST', `${path}:generate`, {
        apiKey: acme.full.key,
        body: {
          provider: 'freshdesk',
          groupRef: 'globex',
          consumerRef: 'hank',
          providerWorkspaceRef: 'acme',
          ...credentialsFor(entry.info),
        },
      })
      const how = await credential()
      const url = `${path}/${before.id}?groupRef=globex`

      const refused = await api.call('PATCH', url, { ...how, body: move })
      const { body: kept } = await api.call('GET', url, how)
      const [scheme, given] = must(Object.entries(credentialsFor(entry.info))[0], 'credentials')
      const renewed = await api.call('PATCH', url, {
        ...how,
        body: {
          updateMask: [...move.updateMask, scheme],
          connection: { ...move.connection, [scheme]: given },
        },
      })

      expect(refused.status).toBe(400)
      expect(refused.body.detail).toMatch(/belong to another address of /)
      expect(refused.body.remedy).toContain('Send new credentials in the same call')
      expect(kept.providerWorkspaceRef).toBe('acme')
      expect([renewed.status, renewed.body.providerWorkspaceRef]).toEqual([200, 'moved'])
    },
  )
})

it(
  'rejects metadata that tokens provide, also together with new credentials',
  { tags: 'credential-targets' },
  async () => {
    const captured = { instance_url: { value: 'https://evil.example', source: 'token' } }
    const tokens = { oauth2AuthorizationCode: { accessToken: { token: 'secret-token' } } }
    const whose = { provider: 'salesforce', groupRef: 'globex', consumerRef: 'hank' }
    const about = { ...whose, providerWorkspaceRef: 'acme' }
    const { body: connection } = await api.call('POST', `${path}:generate`, {
      apiKey: acme.full.key,
      body: { ...about, ...tokens },
    })

    const replies = [
      await api.call('POST', `${path}:generate`, {
        apiKey: acme.full.key,
        body: { ...about, ...tokens, providerMetadata: captured },
      }),
      await api.call('PATCH', `${path}/${connection.id}?groupRef=globex`, {
        apiKey: acme.frontend.key,
        body: {
          updateMask: ['providerMetadata', 'oauth2AuthorizationCode'],
          connection: { providerMetadata: captured, ...tokens },
        },
      }),
      await api.call('POST', '/v1/oauth-connect', {
        token: await acme.consumerToken({ groupRef: 'globex', consumerRef: 'hank' }),
        body: { projectIdOrName: acme.project.id, ...about, providerMetadata: captured },
      }),
    ]

    for (const { status, body } of replies) {
      expect([status, body.detail]).toEqual([
        400,
        expect.stringContaining('returns its instance_url with its tokens; it cannot be set'),
      ])
    }
  },
)

describe('a connection and an installation', () => {
  const generate = async (groupRef: string) => {
    const { body } = await api.call('POST', `${path}:generate`, {
      apiKey: acme.full.key,
      body: { provider: 'sendGrid', groupRef, consumerRef: 'hank', apiKey: 'secret-key' },
    })
    return body.id as string
  }
  const apiKey = () => acme.frontend.key

  it.each([
    ['GET', '', undefined],
    ['PATCH', '', { updateMask: ['apiKey'], connection: { apiKey: 'other' } }],
    ['PATCH', ':oauth-update', undefined],
    ['DELETE', '', undefined],
  ] as const)(
    'cannot be used by a frontend key to %s%s without naming the group',
    async (method, verb, body) => {
      const id = await generate('globex')
      const send = (query: string) =>
        api.call(method, `${path}/${id}${verb}${query}`, { apiKey: apiKey(), body })

      const unnamed = await send('')
      const foreign = await send('?groupRef=initech')
      const own = await send('?groupRef=globex')

      expect(unnamed.status).toBe(400)
      expect(unnamed.body.issues).toMatchObject([{ in: 'query', name: 'groupRef' }])
      expect(foreign.status).toBe(404)
      expect(own.body?.type ?? '').not.toMatch(/not-found|invalid-input/)
    },
  )

  it('is not listed for a frontend key without its group', { tags: 'group-access' }, async () => {
    const project = `/v1/projects/${acme.project.id}`
    const lists = ['connections', 'installations', 'groups', 'consumers']

    const replies = await Promise.all(
      lists.map((list) => api.call('GET', `${project}/${list}`, { apiKey: apiKey() })),
    )

    expect(replies.map(({ status }) => status)).toEqual([400, 400, 403, 403])
  })

  it(
    'is reported as missing to end users of another group, also with If-Match',
    { tags: 'group-access' },
    async () => {
      const id = await generate('globex')
      const token = await acme.consumerToken({ groupRef: 'initech', consumerRef: 'peter' })

      for (const [method, body] of [
        ['GET', undefined],
        ['PATCH', { updateMask: ['apiKey'], connection: { apiKey: 'other' } }],
        ['DELETE', undefined],
      ] as const) {
        const headers = { 'if-match': '"x"' }
        const options = { token, headers, body }
        const foreign = await api.call(method, `${path}/${id}`, options)
        const none = await api.call(method, `${path}/conn_00000000000000000000000000`, options)

        expect([foreign.status, foreign.body.type]).toEqual([404, none.body.type])
      }
    },
  )
})
