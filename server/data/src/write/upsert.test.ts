import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type {
  ApiProblem,
  InputValidationProblem,
  SearchReply,
  WriteReply,
} from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { getFirst, getPort, must } from '@platform/kernel/values'
import { writeJobs } from './jobs.ts'

const manifest = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: webhook
          requiredFields:
            - fieldName: LastName
              mapToName: surname
            - fieldName: Key__c
              mapToName: key
    write:
      objects:
        - objectName: Contact
          inheritMapping: true
  - name: hub
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          destination: webhook
          requiredFields: [{ fieldName: email }, { fieldName: lastname }]
    write: { objects: [{ objectName: contacts }] }
  - name: tool
    provider: salesforce
    proxy: { enabled: true }
  - name: shelf
    provider: library
    write: { objects: [{ objectName: books }, { objectName: loans }, { objectName: fees }] }
`

/** A custom provider that finds books by their ISBN and has no upserts. */
const library = (baseURL: string) => ({
  baseURL,
  displayName: 'Our library',
  authType: 'apiKey',
  apiKeyOpts: { attachmentType: 'header', header: { name: 'X-Api-Key' } },
  objects: {
    books: {
      displayName: 'Books',
      read: {
        path: '/books',
        records: '',
        id: 'id',
        paging: { style: 'page', param: 'page', start: 1, size: { param: 'size', max: 10 } },
      },
      create: { path: '/books', recordId: 'id' },
      update: { path: '/books/{id}', method: 'PATCH' },
      search: {
        in: 'query',
        names: { isbn: 'isbn', mark: { name: 'term', template: 'mark = "{value}"' } },
      },
    },
    loans: {
      displayName: 'Loans',
      read: { path: '/loans', records: '', id: 'id', paging: { style: 'none' } },
      create: { path: '/loans', recordId: 'id' },
      update: { path: '/loans/{id}', method: 'PATCH' },
    },
    fees: {
      displayName: 'Fees',
      read: { path: '/fees', records: '', id: 'id', paging: { style: 'none' } },
      create: { path: '/fees', recordId: 'id' },
      search: { in: 'query', names: { number: 'number' } },
    },
  },
})

interface Book {
  id: number
  isbn?: string
  mark?: string
  title?: string
  isFound: boolean
}

/** The provider's API. Its search finds a new book only when it has been indexed. */
async function startLibrary() {
  const books: Book[] = []
  const behaviour = { isIndexedAtOnce: true, losesReplies: false, findsOthers: false }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://library')
    const text = (await Array.fromAsync(request)).join('')
    const body = (text === '' ? {} : JSON.parse(text)) as Partial<Book>
    const reply = (status: number, content: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(content))
    if (request.method === 'GET') {
      const isbn = url.searchParams.get('isbn')
      const term = url.searchParams.get('term')
      const from = (Number(url.searchParams.get('page')) - 1) * 10
      const found = books.filter(
        (book) =>
          book.isFound &&
          (term === null || term === `mark = "${book.mark}"`) &&
          (isbn === null ||
            (behaviour.findsOthers ? book.isbn?.startsWith(isbn) : book.isbn === isbn)),
      )
      return reply(200, found.slice(from, from + 10))
    }
    if (request.method === 'POST') {
      const book = { ...body, id: books.length + 1, isFound: behaviour.isIndexedAtOnce }
      books.push(book)
      return behaviour.losesReplies ? response.destroy() : reply(201, book)
    }
    const book = books.find(({ id }) => String(id) === url.pathname.split('/').at(-1))
    if (!book) return reply(404, {})
    Object.assign(book, body)
    return reply(200, book)
  }
  const server = createServer((request, response) => void answer(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${getPort(server)}`,
    books,
    behaviour,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

let platform: Awaited<ReturnType<typeof testPlatform>>
let provider: Awaited<ReturnType<typeof startLibrary>>
beforeAll(async () => {
  provider = await startLibrary()
  platform = await testPlatform({
    contacts: 1,
    sourceYaml: manifest,
    env: { PLATFORM_PROVIDERS: JSON.stringify({ library: library(provider.url) }) },
  })
  await platform.connect()
  await platform.connect('globex', 'hubspot')
  await platform.call('POST', '/v1/{p}/connections:generate', {
    provider: 'library',
    groupRef: 'globex',
    consumerRef: 'hank',
    apiKey: 'of-globex',
  })
  await makeExternalId()
  for (const [integration, objectName] of [
    ['crm', 'Contact'],
    ['hub', 'contacts'],
    ['shelf', 'books'],
  ] as const) {
    await platform.call('POST', `/v1/{p}/integrations/${integration}/installations`, {
      groupRef: 'globex',
      config: {
        content: {
          ...(integration !== 'shelf' && { read: { objects: { [objectName]: {} } } }),
          write: {
            objects: Object.fromEntries(
              (integration === 'shelf' ? ['books', 'loans', 'fees'] : [objectName]).map((name) => [
                name,
                { objectName: name },
              ]),
            ),
          },
        },
      },
    })
  }
})
afterAll(async () => {
  await platform.close()
  provider.close()
})

/** Creates an external ID, which custom fields cannot be, and makes it visible to the connected user. */
async function makeExternalId() {
  await platform.call('POST', '/v1/{p}/integrations/tool/installations', {
    groupRef: 'globex',
    config: { content: { proxy: { enabled: true } } },
  })
  await platform.call(
    'POST',
    '/proxy/services/data/v60.0/tooling/sobjects/CustomField',
    {
      FullName: 'Contact.Key__c',
      Metadata: { label: 'Key', type: 'Text', length: 80, externalId: true, unique: true },
    },
    {
      'x-platform-project-id': platform.projectId,
      'x-platform-integration-name': 'tool',
      'x-platform-group-ref': 'globex',
    },
  )
  await platform.call('PUT', '/v1/{p}/providers/salesforce/object-metadata', {
    groupRef: 'globex',
    fields: { Contact: [{ fieldName: 'Key', displayName: 'Key', valueType: 'string' }] },
  })
}

/** A key that no other test uses. */
let key: string
beforeEach(() => {
  key = `${randomUUID().slice(0, 8)}@globex.example`
  Object.assign(provider.behaviour, {
    isIndexedAtOnce: true,
    losesReplies: false,
    findsOthers: false,
  })
})

const at = {
  salesforce: { path: 'crm/objects/Contact', keyField: 'key', other: 'surname' },
  hubspot: { path: 'hub/objects/contacts', keyField: 'email', other: 'lastname' },
  library: { path: 'shelf/objects/books', keyField: 'isbn', other: 'title' },
}
type Name = keyof typeof at

const upsert = <T = WriteReply>(name: Name, value: string, more: object = {}) =>
  platform.call<T>('POST', `/write/v1/{p}/integrations/${at[name].path}`, {
    groupRef: 'globex',
    type: 'upsert',
    keyField: at[name].keyField,
    record: { [at[name].keyField]: key, [at[name].other]: value },
    ...more,
  })

/** Values of the other field in the provider's records with this key. */
async function listStored(name: Name): Promise<unknown[]> {
  if (name === 'library') {
    return provider.books.filter(({ isbn }) => isbn === key).map(({ title }) => title)
  }
  const [integration, objectName] = must(at[name].path.split('/objects/'), 'path')
  const { result } = await platform.call<SearchReply>(
    'POST',
    `/search/v1/{p}/integrations/${integration}?groupRef=globex`,
    { objectName, fieldFilters: [{ fieldName: at[name].keyField, operator: 'eq', value: key }] },
  )
  return result.map(({ fields, mappedFields }) => ({ ...fields, ...mappedFields })[at[name].other])
}

describe.each(['salesforce', 'hubspot', 'library'] as const)('an upsert at %s', (name) => {
  it('creates the record, then updates it, by the key', async () => {
    const first = await upsert(name, 'First')
    const second = await upsert(name, 'Second')

    expect(first.result).toMatchObject({ success: true, created: true })
    expect(second.result).toMatchObject({
      success: true,
      created: false,
      recordId: first.result?.recordId,
    })
    expect(await listStored(name)).toEqual(['Second'])
  })

  it('creates one record for 50 parallel calls with one key', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        vi.waitFor(async () => {
          const reply = await upsert<Partial<WriteReply & ApiProblem>>(name, `Number ${n}`)
          // Writes beyond the group's limit are rejected before anything is stored.
          if (reply.status === 429) throw new Error('too many')
          return reply
        }, patiently),
      ),
    )

    expect(replies.filter(({ result }) => result?.success)).toHaveLength(50)
    expect(replies.filter(({ result }) => result?.created)).toHaveLength(1)
    expect(new Set(replies.map(({ result }) => result?.recordId)).size).toBe(1)
    expect(await listStored(name)).toHaveLength(1)
  })
})

it('upserts the records of an asynchronous batch, in which a key may occur twice', async () => {
  const topic = getFirst(await platform.call<{ id: string }[]>('GET', '/v1/{p}/topics'))
  await platform.call('POST', '/v1/{p}/notification-event-topic-routes', {
    topicId: topic.id,
    eventType: 'write.async.done',
  })
  const batch = ['One', 'Two'].map((title) => ({ record: { isbn: key, title } }))

  const { operationId } = await upsert('library', '', {
    mode: 'asynchronous',
    record: undefined,
    batch: [...batch, { record: { isbn: `${key}-other`, title: 'Other' } }],
  })

  const done = await vi.waitFor(
    () =>
      must(
        platform.messages.find(
          ({ data }) => data && 'operationId' in data && data.operationId === operationId,
        ),
        'event',
      ),
    patiently,
  )
  expect(done.data).toMatchObject({
    success: true,
    results: [
      { index: 0, created: true },
      { index: 1, created: false },
      { index: 2, created: true },
    ],
  })
  expect(await listStored('library')).toEqual(['Two'])
})

it('updates the record that it created, although the provider’s search does not find it yet', async () => {
  provider.behaviour.isIndexedAtOnce = false

  const first = await upsert('library', 'First')
  const second = await upsert('library', 'Second')

  expect(first.result).toMatchObject({ success: true, created: true })
  expect(second.result).toMatchObject({ success: true, created: false })
  expect(await listStored('library')).toEqual(['Second'])
})

it('creates one record when the first reply is lost', async () => {
  Object.assign(provider.behaviour, { isIndexedAtOnce: false, losesReplies: true })

  const lost = await upsert<ApiProblem>('library', 'First')
  const unknown = await upsert<ApiProblem>('library', 'Second')
  for (const book of provider.books) book.isFound = true
  const found = await upsert('library', 'Third')

  expect(lost.type).toContain('/write-outcome-unknown')
  expect(unknown.type).toContain('/write-outcome-unknown')
  expect(found.result).toMatchObject({ success: true, created: false })
  expect(await listStored('library')).toEqual(['Third'])
})

it('waits for a key that another process holds, and for no other key', async () => {
  const { everything } = platform.database
  await upsert('library', 'First')
  await sql`update upsert_keys set holder = 'another', expire_time = 'infinity'`.execute(everything)
  const other = { record: { isbn: `${key}-bystander`, title: 'Bystander' } }

  const waiting = upsert('library', 'Second')
  const bystander = await upsert('library', '', other)
  const whileHeld = await listStored('library')
  await sql`update upsert_keys set expire_time = now() where holder = 'another'`.execute(everything)
  const reply = await waiting

  expect(bystander.result).toMatchObject({ success: true })
  expect(whileHeld).toEqual(['First'])
  expect(reply.result).toMatchObject({ success: true, created: false })
  expect(await listStored('library')).toEqual(['Second'])
})

it('deletes unused keys only', async () => {
  const { database } = platform
  await upsert('library', 'First')
  const other = { record: { isbn: `${key}-recent`, title: 'Recent' } }
  await sql`update upsert_keys set expire_time = now() - interval '2 hours'`.execute(
    database.everything,
  )
  await upsert('library', '', other)
  const before = await keysStored()

  await writeJobs(database, platform.services)['forget-upsert-keys']()

  expect(before).toBeGreaterThan(1)
  expect(await keysStored()).toBe(1)
})

const keysStored = async () =>
  (await sql`select from upsert_keys`.execute(platform.database.everything)).rows.length

it('rejects a key that several records have', async () => {
  for (const id of [901, 902]) provider.books.push({ id, isbn: key, title: 'Twin', isFound: true })

  const problem = await upsert<ApiProblem>('library', 'Third')

  expect(problem).toMatchObject({
    status: 422,
    type: expect.stringContaining('/write-refused'),
    result: { errors: [{ field: 'isbn', reason: expect.stringContaining('Several records') }] },
  })
  expect(await listStored('library')).toEqual(['Twin', 'Twin'])
})

it.each([
  ['keyField', { keyField: undefined }],
  ['keyField', { type: 'create' }],
  ['record.isbn', { record: { title: 'No key' } }],
  ['record.id', { record: { id: '1', isbn: '2' } }],
  ['batchPolicy.allOrNone', { batchPolicy: { allOrNone: true } }],
])('refuses an upsert with an issue for %s', async (name, more) => {
  const problem = await upsert<InputValidationProblem>('library', 'x', more)

  expect(problem).toMatchObject({ status: 400 })
  expect(problem.issues?.map((issue) => issue.name)).toContain(name)
})

describe('an upsert at a provider whose search also finds other records', () => {
  const others = (count: number) => {
    provider.behaviour.findsOthers = true
    for (let n = 0; n < count; n++) {
      provider.books.push({ id: 10_000 + n, isbn: `${key}-${n}`, title: 'Other', isFound: true })
    }
  }
  const titlesOfOthers = () =>
    new Set(
      provider.books.filter(({ isbn }) => isbn?.startsWith(`${key}-`)).map(({ title }) => title),
    )

  it('updates only the record with the exact value, at any position', async () => {
    others(25)
    provider.books.push({ id: 20_000, isbn: key, title: 'First', isFound: true })

    const reply = await upsert('library', 'Second')

    expect(reply.result).toMatchObject({ success: true, created: false, recordId: '20000' })
    expect(await listStored('library')).toEqual(['Second'])
    expect(titlesOfOthers()).toEqual(new Set(['Other']))
  })

  it('writes nothing if the search finds too many others', async () => {
    others(150)

    const problem = await upsert<ApiProblem>('library', 'First')

    expect(problem).toMatchObject({
      status: 422,
      type: expect.stringContaining('/write-refused'),
      result: { errors: [{ field: 'isbn', reason: expect.stringContaining('too many other') }] },
    })
    expect(await listStored('library')).toEqual([])
    expect(titlesOfOthers()).toEqual(new Set(['Other']))
  })
})

it('writes the other records of a batch if one key cannot be searched', async () => {
  const batch = [`${key}"`, key].map((mark) => ({ record: { mark, title: 'New' } }))

  const reply = await upsert('library', '', { keyField: 'mark', record: undefined, batch })

  expect(reply.results).toMatchObject([{ success: false }, { success: true, created: true }])
})

it.each([
  [
    'books',
    'title',
    'keyField',
    'Books cannot be found by title. Fields that can be the key: isbn, mark.',
  ],
  ['loans', 'number', 'type', 'Loans cannot be upserted'],
  ['fees', 'number', 'type', 'Fees cannot be updated'],
])(
  'explains that an upsert of %s by %s is impossible, before it is accepted',
  async (objectName, keyField, name, detail) => {
    const problem = await platform.call<InputValidationProblem>(
      'POST',
      `/write/v1/{p}/integrations/shelf/objects/${objectName}`,
      { groupRef: 'globex', type: 'upsert', keyField, record: { [keyField]: key } },
    )

    expect(problem).toMatchObject({
      status: 400,
      issues: [{ name, detail: expect.stringContaining(detail) }],
    })
  },
)
