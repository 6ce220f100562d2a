import { catalogue, overlayCatalogue } from '@platform/connectors'
import { expect, it } from 'vitest'
import { checkEntry } from './check-entry.ts'

it('finds no fault in any catalogue entry', async () => {
  const names = Object.keys(catalogue)
  const checked = await Promise.all(
    Object.values(catalogue).map(
      async (entry) => [entry.info.name, await checkEntry(entry)] as const,
    ),
  )

  expect(names.length).toBeGreaterThan(200)
  const failing = checked.filter(([, problems]) => problems.length > 0).map(([name]) => name)
  expect(failing).toEqual([])
})

const acme = {
  name: 'acme',
  displayName: 'Acme',
  authType: 'oauth2',
  baseURL: 'https://{{workspace}}.acme.example/api',
  defaultModule: 'root',
  oauth2Opts: {
    grantType: 'authorizationCode',
    authURL: 'https://login.acme.example/authorize',
    tokenURL: 'https://login.acme.example/token',
    explicitScopesRequired: false,
    explicitWorkspaceRequired: true,
    tokenMetadataFields: {},
  },
  support: { proxy: true },
  metadata: { input: [{ name: 'workspace' }] },
}

it.each<[string, object, string]>([
  ['nothing', {}, ''],
  ['a variable without an input', { metadata: null }, '{{workspace}}'],
  [
    'a variable that the look-up returns',
    {
      baseURL: 'https://api.acme.example/{{site}}',
      metadata: null,
      lookup: { url: 'https://api.acme.example/sites', records: 'sites', values: { site: 'id' } },
    },
    '',
  ],
  [
    'a URL without https',
    { oauth2Opts: { authURL: 'http://login.acme.example/authorize' } },
    'its sign-in page does not use https',
  ],
  [
    'parameters that the flow sets itself',
    { oauth2Opts: { authURLParams: { state: 'mine' } } },
    'authURLParams sets state, which the flow sets itself',
  ],
  ['a missing sign-in page', { oauth2Opts: { authURL: null } }, 'oauth2Opts.authURL is missing'],
  [
    'a key without a location',
    { authType: 'apiKey', oauth2Opts: null },
    'apiKeyOpts names neither a header nor a query parameter for the key',
  ],
  [
    'a header that HTTP does not allow',
    {
      authType: 'apiKey',
      oauth2Opts: null,
      apiKeyOpts: { attachmentType: 'header', header: { name: 'X Key' } },
    },
    'it sets a header that HTTP does not allow',
  ],
  [
    'a step without https',
    {
      authType: 'custom',
      oauth2Opts: null,
      customOpts: { headers: [{ name: 'X-Key', valueTemplate: '{{token}}' }] },
      authSteps: {
        token: 'token',
        steps: [
          {
            kind: 'request',
            method: 'GET',
            url: 'http://login.acme.example/token',
            capture: { token: 'token' },
          },
        ],
      },
    },
    'http://login.acme.example/token does not use https',
  ],
  [
    'steps that produce no token',
    {
      authType: 'custom',
      oauth2Opts: null,
      customOpts: { headers: [{ name: 'X-Key', valueTemplate: '{{token}}' }] },
      authSteps: {
        token: 'token',
        steps: [{ kind: 'encode', name: 'other', template: '{{workspace}}' }],
      },
    },
    'No step produced the token.',
  ],
  [
    'an unsupported scheme',
    { authType: 'jwt', oauth2Opts: null },
    'authType jwt cannot be connected by this server',
  ],
  [
    'an invalid documentation URL',
    { docsURL: 'javascript:alert(1)' },
    'javascript:alert(1) does not use https',
  ],
  [
    'a health check that accepts a rejection',
    { authHealthCheck: { url: 'https://a.acme.example/me', successStatusCodes: [401] } },
    'authHealthCheck accepts a status outside of 200 to 299',
  ],
  [
    'a health check with side effects',
    { authHealthCheck: { url: 'https://a.acme.example/me', method: 'DELETE' } },
    'authHealthCheck supports GET and POST, not DELETE',
  ],
  [
    'a refresh URL without https',
    { oauth2Dialect: { refreshURL: 'http://login.acme.example/refresh' } },
    'does not use https',
  ],
  [
    'its own dialect',
    {
      oauth2Dialect: {
        clientAuthentication: 'basic',
        tokenRequestFormat: 'json',
        grantEndedBy: ['gone'],
        clientRefusedBy: ['who?'],
      },
    },
    '',
  ],
  [
    'credentials that calls do not contain',
    { authType: 'custom', oauth2Opts: null, customOpts: { inputs: [] } },
    'its calls do not contain the credential',
  ],
])('reports a custom entry with %s', async (_, patch, problem) => {
  const { acme: entry } = overlayCatalogue(overlayCatalogue(catalogue, { acme }), {
    acme: { ...patch },
  })
  if (!entry) throw new Error('The overlay has no acme.')

  const problems = await checkEntry(entry)

  if (problem === '') expect(problems).toEqual([])
  else expect(problems.join('\n')).toContain(problem)
})
