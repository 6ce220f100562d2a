import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkProviders } from './check-providers.ts'

const makeFolder = (files: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'providers-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

it('tests the entries of a folder and reports capabilities and errors', async () => {
  const folder = makeFolder({
    'sendGrid.json':
      '{"$schema":"https://a.example/schemas/provider.json","displayName":"Twilio","apiVersion":"v3","supportedUntil":"2020-01-31"}',
    'pipedrive.json': '{"oauth2Opts":{"authURL":"http://oauth.pipedrive.com/authorize"}}',
  })

  expect(await checkProviders({ source: folder })).toEqual([
    {
      provider: 'pipedrive',
      facts: [
        'connects with oauth2, authorizationCode',
        expect.stringContaining('read, write'),
        // The override changes no rule of its lists.
        'read is verified with the provider’s own API specification',
        'write is not verified',
        'subscribe is not verified',
        'any list can be read by its path (not verified)',
        'paging: offset',
        'rate limit: 5 calls in 1 s',
      ],
      problems: ['its sign-in page does not use https'],
    },
    {
      provider: 'sendGrid',
      facts: expect.arrayContaining([expect.stringContaining('proxy')]),
      problems: [],
      apiVersion: 'v3',
      supportedUntil: '2020-01-31',
    },
  ])
})

it('rejects invalid entries', async () => {
  await expect(checkProviders({ source: '{"acme":{"displayName":"Acme"}}' })).rejects.toThrow(
    'acme: is not in the catalogue, so the complete entry is required',
  )
})

it('reports file and position of each error', async () => {
  const folder = makeFolder({
    'asana.json': `{
  "displayName": 5,
  "oauth2Opts": {
    "authURI": "https://a.example"
  },
  "trustedDomains": ["a.example", "https://b.example"],
  "oauth2Dialect": { "pkce": "plain" }
}`,
    'hubspot.json':
      '{\n  "oauth2Dialect": { "secretPlace": "body" },\n  "support": { "read": true }\n}',
  })
  const refusal = await checkProviders({ source: folder }).catch((error: Error) => error.message)
  const lines = String(refusal).replaceAll(`${folder}/`, '').split('\n')

  const alone = await checkProviders({ source: join(folder, 'hubspot.json') }).catch(
    (error: Error) => error.message,
  )

  const unknown = 'hubspot.json:2:22: hubspot.oauth2Dialect.secretPlace: unknown member. Known are '
  expect(alone).toContain(`${folder}/${unknown}`)
  expect(lines).toEqual([
    expect.stringMatching(/^asana\.json:2:3: asana\.displayName: /),
    expect.stringMatching(/^asana\.json:7:22: asana\.oauth2Dialect\.pkce: /),
    expect.stringMatching(/^asana\.json:6:34: asana\.trustedDomains\.1: must be a domain/),
    expect.stringContaining(unknown),
  ])
})

it('simulates reads of a file and finds inconsistencies', async () => {
  const people = {
    path: '/people',
    records: 'data',
    id: 'id',
    paging: { style: 'nextUrl', from: 'next' },
  }
  const fileWith = (read: object, baseURL = 'https://api.acme.test') =>
    JSON.stringify({ acme: { authType: 'none', baseURL, objects: { people: { read } } } })

  const [good] = await checkProviders({ source: fileWith(people) })
  const [bad] = await checkProviders({ source: fileWith({ ...people, records: '' }) })
  const [here] = await checkProviders({ source: fileWith(people, 'http://127.0.0.1:4800') })
  const [there] = await checkProviders({ source: fileWith(people, 'http://api.acme.test') })

  expect(good).toMatchObject({ provider: 'acme', problems: [] })
  expect(good?.facts).toContain('can: read')
  expect(bad?.problems.join('\n')).toContain('people: a read returns')
  // Requests to this machine cross no network.
  expect(here?.problems).toEqual([])
  expect(there?.problems).toEqual(['calls to http://api.acme.test do not use https'])
})

const list = { read: { path: '/things', records: 'data', id: 'id' } }
const api = { authType: 'none', baseURL: 'https://api.acme.example' }
const oauth = (oauth2Dialect: object, oauth2Opts: object = {}) => ({
  ...api,
  authType: 'oauth2',
  oauth2Opts: {
    grantType: 'authorizationCode',
    authURL: 'https://acme.example/authorize',
    tokenURL: 'https://acme.example/token',
    ...oauth2Opts,
  },
  oauth2Dialect,
  objects: { things: list },
})

it.each(
  Object.entries({
    'an empty list of objects': { ...api, objects: {} },
    'an object without rules': { ...api, objects: { things: {} } },
    'an object of defaults only': {
      ...api,
      defaults: { ...list, create: { path: '/things' } },
      objects: { things: { read: {}, create: {} } },
    },
    'records without an ID': {
      ...api,
      objects: { things: { read: { path: '/things', records: 'data' } } },
    },
    'a single record': {
      ...api,
      objects: { me: { read: { path: '/', records: '', single: true } } },
    },
    'writes only': { ...api, objects: { things: { create: { path: '/things' } } } },
    'Basic, PKCE, JSON and rotation': oauth({
      clientAuthentication: 'basic',
      pkce: 'required',
      tokenRequestFormat: 'json',
      refreshTokens: 'rotating',
      scopeSeparator: ',',
    }),
    'an empty dialect': oauth({}),
    'tokens within the reply': oauth({ tokenPath: 'data.token', assumedLifetimeSeconds: 60 }),
    'client credentials': oauth({}, { grantType: 'clientCredentials', authURL: undefined }),
    'any address': {
      ...api,
      baseURL: '{{url}}',
      metadata: { input: [{ name: 'url', displayName: 'URL' }] },
      trustedDomains: ['*'],
    },
    'plain http': {
      ...api,
      baseURL: 'http://localhost:8080',
      trustedDomains: ['http://localhost'],
    },
    'a name in another language': { ...api, objects: { 'Ärzte & Söhne': list } },
  }),
)('finds nothing wrong with %s', async (_, entry) => {
  const folder = makeFolder({ 'acme.json': JSON.stringify(entry) })

  const [checked] = await checkProviders({ source: folder })

  expect(checked?.problems).toEqual([])
})

it('reports reading only if an object can be read', async () => {
  const folder = makeFolder({
    'acme.json': JSON.stringify({ ...api, objects: { things: { create: { path: '/things' } } } }),
    'none.json': JSON.stringify({ ...api, objects: { things: {} } }),
  })

  const checked = await checkProviders({ source: folder })

  expect(checked.map(({ facts }) => facts[1])).toEqual(['can: write', 'can be connected only'])
})
