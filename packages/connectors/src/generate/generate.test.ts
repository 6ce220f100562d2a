import { readdirSync, readFileSync } from 'node:fs'
import { blankComments } from '@platform/contract/json-comments'
import { expect, it } from 'vitest'
import { catalogue } from '../catalogue/catalogue.ts'
import { overlayCatalogue } from '../catalogue/overlay.ts'
import { rehearseEntry } from '../declarative/stand-in/index.ts'
import { generateProvider } from './index.ts'

const reply = (schema: object, headers: object = {}) => ({
  responses: { 200: { headers, content: { 'application/json': { schema } } } },
})

const listIn = (schema: object, records = 'data', around: object = {}) =>
  reply({
    type: 'object',
    properties: { [records]: { type: 'array', items: schema }, ...around },
  })

const contact = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    updated_at: { type: 'string', format: 'date-time' },
  },
}

const parameter = (name: string, schema: object = {}, more: object = {}) => ({
  name,
  in: 'query',
  schema,
  ...more,
})

const apiDocument = (paths: object, more: object = {}) => ({
  openapi: '3.0.3',
  info: { title: 'Acme CRM API', version: '1' },
  servers: [{ url: 'https://api.acme.test/v1' }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  security: [{ key: [] }],
  paths,
  ...more,
})

const parseEntry = (text: string) => JSON.parse(blankComments(text))

const generate = (paths: object, more: object = {}) => {
  const generated = generateProvider({ document: apiDocument(paths, more) })
  return { ...generated, entry: parseEntry(generated.text) }
}

/** Checks the proposal as `platform providers check` does. */
async function rehearseProposal({ name, text }: { name: string; text: string }) {
  const entries = overlayCatalogue(catalogue, { [name]: parseEntry(text) })
  return rehearseEntry(entries[name]!)
}

it('proposes an entry that can be read, written and checked', async () => {
  const generated = generate(
    {
      '/contacts': {
        get: {
          parameters: [
            parameter('cursor', { type: 'string' }),
            parameter('limit', { type: 'integer', maximum: 100 }),
            parameter('updated_since', { type: 'string', format: 'date-time' }),
          ],
          ...listIn({ $ref: '#/components/schemas/Contact' }, 'data', {
            meta: { type: 'object', properties: { next_cursor: { type: 'string' } } },
          }),
        },
        post: {
          requestBody: {
            content: { 'application/json': { schema: { properties: { contact } } } },
          },
          responses: {
            201: {
              content: { 'application/json': { schema: { properties: { contact } } } },
            },
          },
        },
      },
      '/contacts/{contactId}': {
        patch: {
          requestBody: { content: { 'application/json': { schema: contact } } },
          ...reply(contact),
        },
        delete: { responses: { 204: {} } },
      },
      '/contacts/{contactId}/notes': { get: reply({ type: 'array', items: contact }) },
      '/stats': { get: reply({ type: 'object', properties: { count: { type: 'integer' } } }) },
    },
    {
      components: {
        schemas: { Contact: { allOf: [contact, { properties: { email: { type: 'string' } } }] } },
        securitySchemes: {
          oauth: {
            type: 'oauth2',
            flows: {
              authorizationCode: {
                authorizationUrl: 'https://acme.test/authorize',
                tokenUrl: '/token',
                scopes: { 'contacts:read': '', 'contacts:write': '', offline_access: '' },
              },
            },
          },
        },
      },
      security: [{ oauth: ['contacts:read'] }],
    },
  )

  expect(generated).toMatchObject({
    name: 'acmeCRM',
    missing: [],
    skipped: [{ path: '/stats', reason: 'its reply contains no list of objects' }],
  })
  const { entry } = generated
  expect(entry).toMatchObject({
    displayName: 'Acme CRM',
    authType: 'oauth2',
    oauth2Opts: {
      grantType: 'authorizationCode',
      authURL: 'https://acme.test/authorize',
      tokenURL: 'https://api.acme.test/token',
      explicitScopesRequired: true,
    },
    scopes: { grantedBy: 'request', offline: ['offline_access'] },
  })
  expect(entry.objects.contacts).toMatchObject({
    read: {
      path: '/contacts',
      records: 'data',
      id: 'id',
      updated: { field: 'updated_at', format: 'rfc3339' },
      since: { in: 'query', name: 'updated_since', format: 'rfc3339' },
      paging: {
        style: 'cursor',
        from: 'meta.next_cursor',
        param: 'cursor',
        size: { param: 'limit', max: 100 },
      },
    },
    create: { path: '/contacts', wrap: 'contact', recordId: 'contact.id' },
    update: { path: '/contacts/{id}', method: 'PATCH' },
    delete: { path: '/contacts/{id}' },
    fields: { email: 'string', updated_at: 'datetime' },
  })
  expect(entry.objects.notes.read).toMatchObject({
    path: '/contacts/{parent}/notes',
    parent: { object: 'contacts' },
    records: '',
  })
  expect(await rehearseProposal(generated)).toEqual([])
})

it.each([
  ['offset', [parameter('offset', { type: 'integer' })], {}, { style: 'offset', param: 'offset' }],
  [
    'page',
    [parameter('page', { type: 'integer', minimum: 0 })],
    { total_pages: { type: 'integer' } },
    { style: 'page', param: 'page', start: 0, last: 'total_pages' },
  ],
  [
    'nextUrl',
    [],
    { links: { properties: { next: { type: 'string', format: 'uri' } } } },
    { style: 'nextUrl', from: 'links.next' },
  ],
  [
    'lastId',
    [parameter('starting_after', { type: 'string' })],
    { has_more: { type: 'boolean' } },
    { style: 'lastId', param: 'starting_after', more: 'has_more' },
  ],
  [
    'cursor of an object in the style deepObject',
    [
      parameter(
        'page',
        { type: 'object', properties: { cursor: { type: 'string' } } },
        { style: 'deepObject' },
      ),
    ],
    { links: { properties: { next: { type: 'string', example: 'https://a.test/?x=1' } } } },
    { style: 'nextUrl', from: 'links.next' },
  ],
  ['none', [], {}, { style: 'none' }],
])('finds paging by %s', async (_, parameters, around, paging) => {
  const generated = generate({
    '/deals': { get: { parameters, ...listIn(contact, 'data', around) } },
  })

  expect(generated.entry.objects.deals.read.paging).toEqual(paging)
  expect(await rehearseProposal(generated)).toEqual([])
})

it('finds paging by headers', () => {
  const { entry } = generate({
    '/a': { get: reply({ type: 'array', items: contact }, { Link: {} }) },
  })

  expect(entry.objects.a.read.paging).toEqual({ style: 'linkHeader' })
})

it('makes parameters that most lists require inputs of the connection', async () => {
  const lists = Object.fromEntries(
    ['tasks', 'users', 'teams'].map((name) => [
      `/orgs/{org-id}/${name}`,
      {
        get: {
          parameters: [parameter('account', { type: 'string' }, { required: true })],
          ...listIn(contact),
        },
      },
    ]),
  )

  const generated = generate(lists)

  expect(Object.keys(generated.entry.objects)).toEqual(['tasks', 'users', 'teams'])
  expect(generated.entry.objects.tasks.read).toMatchObject({
    path: '/orgs/{{org_id}}/tasks',
    query: { account: '{{account}}' },
  })
  expect(generated.entry.metadata.input.map(({ name }: { name: string }) => name)).toEqual([
    'org_id',
    'account',
  ])
  expect(await rehearseProposal(generated)).toEqual([])
})

it('asks the customer for what several lists are below and no list returns', async () => {
  const project = { get: listIn(contact, 'projects') }
  const generated = generate({
    '/me': { get: listIn(contact, 'emails') },
    '/roles': { get: listIn(contact, 'roles') },
    '/tags': { get: listIn(contact, 'tags') },
    '/teams/{team_id}/projects': project,
    '/teams/{team_id}/styles': { get: listIn(contact, 'styles') },
    '/projects/{project_id}/files': { get: listIn(contact, 'files') },
    '/rooms': { get: listIn(contact, 'rooms') },
    '/rooms/{room_id}/chairs': { get: listIn(contact, 'chairs') },
    '/rooms/{room_id}/tables': { get: listIn(contact, 'tables') },
    '/reports/{year}/lines': { get: listIn(contact, 'lines') },
    '/reports/{year}/sums': { get: listIn(contact, 'sums') },
  })
  const { objects, metadata } = generated.entry

  expect(metadata.input.map(({ name }: { name: string }) => name)).toEqual(['team_id'])
  expect(objects.projects.read.path).toBe('/teams/{{team_id}}/projects')
  expect(objects.files.read).toMatchObject({ parent: { object: 'projects' } })
  expect(objects.chairs.read).toMatchObject({ parent: { object: 'rooms' } })
  expect(Object.keys(objects)).toContain('styles')
  expect(Object.keys(objects)).not.toContain('lines')
})

it('finds writes beside a list that are named by verbs', () => {
  const body = (properties: object) => ({
    requestBody: { content: { 'application/json': { schema: { properties } } } },
    ...reply({ properties: { data: { properties: { campaign_id: { type: 'string' } } } } }),
  })
  const { entry } = generate({
    '/campaign/get/': {
      get: listIn({ properties: { campaign_id: { type: 'string' }, name: {} } }),
    },
    '/campaign/create/': { post: body({ name: {} }) },
    '/campaign/update/': { post: body({ campaign_id: { type: 'string' }, name: {} }) },
  })

  expect(entry.objects.campaign).toMatchObject({
    read: { id: 'campaign_id' },
    create: { path: '/campaign/create/', recordId: 'data.campaign_id' },
    update: { path: '/campaign/update/', method: 'POST', idIn: 'campaign_id' },
  })
})

it('marks each guess at its value', () => {
  const { text, guesses } = generate({
    '/notes': { get: listIn({ properties: { key: { type: 'string' }, text: {} } }) },
  })

  const lines = text.split('\n').map((line) => line.trim())
  expect(lines[lines.findIndex((line) => line.startsWith('"id"')) - 1]).toBe(
    '// guessed: key identifies a record, and never changes.',
  )
  expect(lines.filter((line) => line.startsWith('// guessed: '))).toHaveLength(guesses)
  expect(guesses).toBeGreaterThan(1)
})

it('keeps comments on one line, whatever the document contains', () => {
  const { text } = generate({
    '/notes': {
      get: {
        parameters: [parameter('status', { default: 'a\u2028"b\n}, "x": 1 {\r' })],
        ...listIn(contact),
      },
    },
  })

  expect(parseEntry(text).objects.notes.read.hides).toContain('than a')
  expect(parseEntry(text)['x']).toBeUndefined()
})

it('reports a missing base URL', () => {
  const { missing } = generate({ '/a': { get: listIn(contact) } }, { servers: [{ url: '/v1' }] })

  expect(missing).toEqual([expect.stringContaining('--base-url')])
})

const paths = { '/a': { get: listIn(contact) } }

it.each([
  [undefined, 'contains no object'],
  [{ swagger: '2.0', paths }, 'npx swagger2openapi'],
  [{ info: {}, item: [] }, 'Postman'],
  [{ discoveryVersion: 'v1' }, 'Google discovery'],
  [{ asyncapi: '3.0.0' }, 'AsyncAPI'],
  [{ openapi: '4.0.0', paths }, 'OpenAPI 4.0.0 is not supported'],
  [{ openapi: '3.1.0' }, 'no `paths`'],
  [{ paths }, 'the member `openapi` is missing'],
  [{ openapi: '3.0.0', paths: { '/a': { post: {} } } }, 'describes no list'],
  [
    { openapi: '3.0.0', paths: { '/a': { get: listIn({ $ref: './a.yaml#/A' }) } } },
    'npx @redocly/cli bundle',
  ],
  [
    { openapi: '3.0.0', paths: { '/a': { $ref: 'http://127.0.0.1/a.yaml' } } },
    'http://127.0.0.1/a.yaml',
  ],
])('rejects other input with what to do (%#)', (document, message) => {
  expect(() => generateProvider({ document })).toThrow(
    expect.objectContaining({ name: 'NotGenerable', message: expect.stringContaining(message) }),
  )
})

it('follows circular references and multiplied parts within bounds', () => {
  const schemas: Record<string, unknown> = {
    Loop: { $ref: '#/components/schemas/Loop2' },
    Loop2: { $ref: '#/components/schemas/Loop' },
    Tree: {
      allOf: [contact, { $ref: '#/components/schemas/Tree' }],
      properties: {
        children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
      },
    },
    S0: { type: 'object', properties: { id: {} } },
  }
  for (let n = 1; n < 40; n++) {
    const lower = { $ref: `#/components/schemas/S${n - 1}` }
    schemas[`S${n}`] = {
      allOf: Array.from({ length: 20 }, () => lower),
      properties: { x: lower, y: lower },
    }
  }
  let deep: object = contact
  for (let n = 0; n < 100_000; n++) deep = { allOf: [deep] }
  const { entry, skipped } = generate(
    {
      '/deep': { get: listIn(deep) },
      '/trees': { get: listIn({ $ref: '#/components/schemas/Tree' }) },
      '/loops': { get: listIn({ $ref: '#/components/schemas/Loop' }) },
      '/bombs': { get: listIn({ $ref: '#/components/schemas/S39' }) },
    },
    { components: { schemas } },
  )

  expect(Object.keys(entry.objects)).toEqual(['trees', 'bombs'])
  expect(skipped.map(({ path }) => path)).toEqual(['/deep', '/loops'])
})

it('rejects a document that requires too much work', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, n) => [`p${n}`, { $ref: '#/components/schemas/Wide' }]),
  )
  const many = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, n) => [
      `/list${n}`,
      { get: listIn({ type: 'object', properties }) },
    ]),
  )

  expect(() => generate(many, { components: { schemas: { Wide: { properties } } } })).toThrow(
    'too complex',
  )
})

it('proposes from replies, without values of records', async () => {
  const page = {
    url: 'https://api.acme.test/v2/contacts?page_size=2',
    headers: {},
    body: {
      items: [
        { id: 7, email: 'ana@acme.test', modified: '2026-11-01T10:00:00Z' },
        { id: 8, email: 'bo@acme.test', modified: null },
      ],
      nextPageToken: 'abc',
    },
  }
  const generated = generateProvider({
    name: 'acme',
    replies: [
      { name: 'contacts.json', content: page },
      {
        name: 'deals.json',
        content: { deals: [{ id: 1 }], page: 1, per_page: 20, total_pages: 2 },
      },
      {
        name: 'deals.2.json',
        content: { deals: [{ id: 2, title: 'x' }], page: 2, per_page: 20, total_pages: 2 },
      },
    ],
  })

  const entry = parseEntry(generated.text)
  expect(entry.baseURL).toBe('https://api.acme.test')
  expect(entry.objects.contacts).toMatchObject({
    read: {
      path: '/v2/contacts',
      records: 'items',
      updated: { field: 'modified', format: 'rfc3339' },
      paging: { style: 'cursor', from: 'nextPageToken', param: 'pageToken' },
    },
    fields: { id: 'int', email: 'string', modified: 'datetime' },
  })
  expect(entry.objects.deals.read).toMatchObject({
    path: '/deals',
    records: 'deals',
    paging: { style: 'page', param: 'page', size: { param: 'per_page' }, last: 'total_pages' },
  })
  expect(Object.keys(entry.objects.deals.fields)).toEqual(['id', 'title'])
  expect(generated.text).not.toMatch(/ana@|abc/)
  expect(generated.text).toContain('// guessed: from the name of the file.')
  expect(await rehearseProposal(generated)).toEqual([])
})

it('proposes what the catalogue has for recorded replies of real providers', () => {
  const folder = new URL('../../evidence/samples/', import.meta.url)
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  let proposed = 0
  let same = 0
  for (const name of names) {
    const provider = name.replace('.json', '')
    const pages = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as {
      object: string
      body: unknown
    }[]
    for (const { object, body } of pages.filter((one) => one.body !== undefined)) {
      const file = JSON.parse(
        readFileSync(new URL(`../../catalogue/${provider}.json`, import.meta.url), 'utf8'),
      )
      const records = file.objects?.[object]?.read?.records ?? file.defaults?.read?.records
      if (records === undefined) continue
      try {
        const generated = generateProvider({
          name: 'acme',
          baseURL: 'https://a.test',
          replies: [{ name: `${object.split('/').at(-1)}.json`, content: body }],
        })
        const [first] = Object.values<{ read: { records: string } }>(
          parseEntry(generated.text).objects,
        )
        proposed++
        if (first?.read.records === records) same++
      } catch (error) {
        if (!(error instanceof Error && error.name === 'NotGenerable')) throw error
      }
    }
  }

  expect(proposed).toBeGreaterThan(300)
  expect(same / proposed).toBeGreaterThan(0.95)
})

it('takes the member that a record’s path names as its ID', () => {
  const release = { properties: { id: { type: 'integer' }, version: { type: 'string' } } }
  const { entry, text } = generate({
    '/releases/': { get: listIn(release) },
    '/releases/{version}/': {
      put: { requestBody: { content: { 'application/json': { schema: release } } } },
    },
  })

  expect(entry.objects.releases).toMatchObject({
    read: { id: 'version' },
    update: { path: '/releases/{id}/' },
  })
  expect(text).toContain('// guessed: version identifies a record')
})

it('marks Unix times without a stated unit', () => {
  const withTime = (description: string) => ({
    properties: { id: {}, updated_at: { type: 'integer', description } },
  })
  const { text, entry } = generate({
    '/a': { get: listIn(withTime('Unix timestamp of the last update')) },
    '/b': { get: listIn(withTime('Unix timestamp in milliseconds')) },
  })

  expect(entry.objects.a.read.updated.format).toBe('unix')
  expect(entry.objects.b.read.updated.format).toBe('unix-ms')
  expect(text.match(/It is written as unix/g)).toHaveLength(1)
})

it('gives the writes of a record to its own list, not to another of the same name', () => {
  const change = { requestBody: { content: { 'application/json': { schema: contact } } } }
  const { entry } = generate({
    '/domains': { get: listIn(contact) },
    '/domains/{id}': { patch: change },
    '/orgs': { get: listIn(contact) },
    '/orgs/{org_id}/domains': { get: listIn(contact) },
    '/orgs/{org_id}/notes': { get: listIn(contact) },
    '/notes/{id}': { patch: change },
  })

  expect(entry.objects.domains.update).toBeDefined()
  expect(entry.objects['orgs/domains'].update).toBeUndefined()
  expect(entry.objects.notes.update).toMatchObject({ path: '/notes/{id}' })
})
