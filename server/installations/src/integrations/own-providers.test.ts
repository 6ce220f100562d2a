import { catalogue, overlayCatalogue } from '@platform/connectors'
import type { ProviderInfo } from '@platform/contract'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectMethod } from '../../../../packages/react/src/connect/connect-method.ts'
import { dashboardRoutes } from '../../../program/src/main/dashboard.ts'
import { givenTenant, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { must } from '@platform/kernel/values'

const internal = 'ledger.internal.acme.test'
const common = {
  baseURL: `https://${internal}/api`,
  defaultModule: 'root',
  support: { proxy: true },
}

/** Entries of an operator: one for each way to connect, and one that moves a shipped provider. */
const own = overlayCatalogue(catalogue, {
  ledger: {
    ...common,
    displayName: 'Ledger',
    authType: 'oauth2',
    docsURL: `https://${internal}/docs`,
    media: { regular: { iconURL: 'data:image/svg+xml;base64,PHN2Zy8+' } },
    oauth2Opts: {
      grantType: 'authorizationCodePKCE',
      authURL: `https://${internal}/authorize`,
      tokenURL: `https://${internal}/token`,
      explicitScopesRequired: false,
      explicitWorkspaceRequired: true,
      tokenMetadataFields: {},
      authURLParams: { resource: `https://${internal}/resource` },
    },
    metadata: { input: [{ name: 'book', displayName: 'Book', prompt: 'Which book' }] },
    authHealthCheck: { url: `https://${internal}/me` },
    modules: { archive: { displayName: 'Archive', baseURL: `https://archive.${internal}` } },
  },
  ledgerOfMachines: {
    ...common,
    authType: 'oauth2',
    oauth2Opts: {
      grantType: 'clientCredentials',
      tokenURL: `https://${internal}/token`,
      explicitScopesRequired: false,
      explicitWorkspaceRequired: false,
      tokenMetadataFields: {},
    },
  },
  ledgerByKey: {
    ...common,
    authType: 'apiKey',
    apiKeyOpts: { attachmentType: 'header', header: { name: 'X-Ledger', valuePrefix: 'Key ' } },
  },
  ledgerByBasic: { ...common, authType: 'basic', basicOpts: { apiKeyAsBasic: true } },
  ledgerByTemplate: {
    ...common,
    authType: 'custom',
    customOpts: {
      headers: [{ name: 'X-Via', valueTemplate: `${internal} {{pin}}` }],
      inputs: [{ name: 'pin', displayName: 'PIN', fieldType: 'fieldTypePassword' }],
    },
  },
  salesforce: { baseURL: `https://salesforce.${internal}` },
})
const names = ['ledger', 'ledgerOfMachines', 'ledgerByKey', 'ledgerByBasic', 'ledgerByTemplate']

let api: TestApi
let acme: Awaited<ReturnType<typeof givenTenant>>
beforeAll(async () => {
  api = await testApi(await testDatabase(), { catalogue: own })
  acme = await givenTenant(api)
})
afterAll(async () => {
  await api.close()
  await api.database.close()
})

const paths = [
  '/v1/providers',
  ...[...names, 'salesforce'].flatMap((name) => [
    `/v1/providers/${name}`,
    `/v1/providers/${name}/objects`,
  ]),
]
const getAs = (path: string, credential: { apiKey?: string; token?: string } = {}) =>
  api.call('GET', path, credential)

/** Callers who must not see the address of an operator's provider. */
const strangers = {
  anybody: async () => ({}),
  'a frontend key': async () => ({ apiKey: acme.frontend.key }),
  'an end user': async () => ({ token: await acme.consumerToken() }),
}

describe.each(Object.entries(strangers))('an entry of the operator, to %s', (_who, credential) => {
  it('contains no URL', { tags: 'own-provider-urls' }, async () => {
    const as = await credential()

    for (const path of paths) {
      const { status, text } = await getAs(path, as)
      expect([path, status]).toEqual([path, 200])
      expect([path, text.includes('acme.test')]).toEqual([path, false])
    }
  })

  it('has its name, logo and modules', async () => {
    const { body } = await getAs('/v1/providers/ledger', await credential())

    expect(body).toMatchObject({
      name: 'ledger',
      displayName: 'Ledger',
      media: { regular: { iconURL: 'data:image/svg+xml;base64,PHN2Zy8+' } },
      defaultModule: 'root',
      modules: { archive: { displayName: 'Archive' } },
    })
  })
})

it("returns nothing else of an operator's entry without a credential", async () => {
  const { body } = await getAs('/v1/providers/ledger')

  expect(Object.keys(body).toSorted()).toEqual([
    'authType',
    'baseURL',
    'defaultModule',
    'displayName',
    'media',
    'modules',
    'name',
    'support',
  ])
  expect(body.baseURL).toBe('')
})

it.each(['a frontend key', 'an end user'] as const)(
  'lets the embedded UI of %s request the same inputs as with the whole entry',
  { tags: 'own-provider-urls' },
  async (who) => {
    const as = await strangers[who]()

    for (const name of names) {
      const { body } = await getAs(`/v1/providers/${name}`, as)
      const whole = must(own[name], name).info
      expect([name, connectMethod(body)]).toEqual([name, connectMethod(whole as never)])
    }
  },
)

it('shows builders and full keys the whole entry', async () => {
  for (const as of [{ token: acme.owner.token }, { apiKey: acme.full.key }]) {
    const all = (await getAs('/v1/providers', as)).body as Record<string, ProviderInfo>

    for (const name of [...names, 'salesforce']) {
      const { body } = await getAs(`/v1/providers/${name}`, as)
      expect(body).toEqual(JSON.parse(JSON.stringify(must(own[name], name).info)))
      const { app: _app, scopes: _scopes, signInErrors: _errors, ...listed } = body as ProviderInfo
      expect(all[name]).toEqual(listed)
    }
  }
})

it('returns shipped entries in full without a credential', async () => {
  const { body } = await getAs('/v1/providers/hubspot')

  expect(body).toEqual(JSON.parse(JSON.stringify(must(catalogue['hubspot'], 'hubspot').info)))
})

it('rejects an invalid credential', async () => {
  const replies = await Promise.all([
    getAs('/v1/providers/ledger', { apiKey: 'plat_full_nothing' }),
    acme
      .consumerToken({}, { kid: crypto.randomUUID() })
      .then((token) => getAs('/v1/providers/ledger', { token })),
  ])

  expect(replies.map(({ status }) => status)).toEqual([401, 401])
})

it('returns only names to the dashboard', async () => {
  const http = Fastify()
  await dashboardRoutes(http, { publicUrl: 'https://platform.test', catalogue: own })

  const { body } = await http.inject('/provider-names.json')
  await http.close()

  expect(JSON.parse(body)).toMatchObject({ ledger: 'Ledger', ledgerByKey: 'ledgerByKey' })
  expect(body).not.toContain('acme.test')
})
