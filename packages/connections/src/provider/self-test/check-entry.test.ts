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
  // The entry does not define its credentials: it has no capabilities.
  expect(failing).toEqual(['snowflake'])
  for (const name of failing) {
    expect(catalogue[name]?.info.support).toMatchObject({ proxy: false, read: false, write: false })
  }
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
  ['a variable that nobody is asked for', { metadata: null }, 'nobody is asked for {{workspace}}'],
  [
    'an address without https',
    { oauth2Opts: { authURL: 'http://login.acme.example/authorize' } },
    'its page to sign in at is not reached by https',
  ],
  [
    'parameters that take the place of the flow’s',
    { oauth2Opts: { authURLParams: { state: 'mine' } } },
    'authURLParams names state, which is the flow’s own',
  ],
  [
    'a page to sign in at that is missing',
    { oauth2Opts: { authURL: null } },
    'oauth2Opts.authURL is missing, so that nobody can sign in',
  ],
  [
    'a key that goes nowhere',
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
    'it names a header that HTTP does not allow',
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
    'http://login.acme.example/token is not reached by https',
  ],
  [
    'steps that make no token',
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
    'a scheme that is not there',
    { authType: 'jwt', oauth2Opts: null },
    'authType jwt cannot be connected by this server',
  ],
  [
    'a page of documentation that is none',
    { docsURL: 'javascript:alert(1)' },
    'javascript:alert(1) is not an address that is reached by https',
  ],
  [
    'a health check that takes a refusal for a success',
    { authHealthCheck: { url: 'https://a.acme.example/me', successStatusCodes: [401] } },
    'authHealthCheck takes a status for a success that is none',
  ],
  [
    'a health check that is no harmless call',
    { authHealthCheck: { url: 'https://a.acme.example/me', method: 'DELETE' } },
    'authHealthCheck is made by GET or POST, and not by DELETE',
  ],
  [
    'an address to refresh at without https',
    { oauth2Dialect: { refreshURL: 'http://login.acme.example/refresh' } },
    'is not reached by https',
  ],
  [
    'a dialect of its own',
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
    'credentials that calls do not carry',
    { authType: 'custom', oauth2Opts: null, customOpts: { inputs: [] } },
    'its calls do not carry the credential',
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
