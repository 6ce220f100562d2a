import { once } from 'node:events'
import { createServer } from 'node:http'
import type { InputValidationProblem, Operation } from '@platform/contract'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { getPort, must } from '@platform/kernel/values'
import { readOnSchedule, waitForFirstRead } from '@platform/testing/read-on-schedule'

const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: shelf
    provider: library
    read:
      objects:
        - objectName: books
          destination: webhook
          requiredFields: [{ fieldName: title }]
          associations: [authors, loans]
          backfill: { defaultPeriod: { fullHistory: true } } # platform:ignore[large-backfill-risk]
`

/** A custom provider without modification times, whose loans are listed by one call per book. */
const library = (baseURL: string) => ({
  baseURL,
  displayName: 'Our library',
  authType: 'apiKey',
  apiKeyOpts: { attachmentType: 'header', header: { name: 'X-Api-Key' } },
  objects: {
    books: {
      read: { path: '/books', records: 'data', id: 'id', paging: { style: 'none', whole: true } },
      associations: {
        authors: { field: 'authors', id: 'id' },
        loans: {
          path: '/books/{id}/loans',
          records: 'data',
          id: 'number',
          paging: { style: 'cursor', from: 'next', param: 'after' },
        },
      },
    },
  },
})

const bookCount = 30
const makeLoans = (id: number) =>
  Array.from({ length: id % 7 }, (_, index) => `loan-${id}-${index + 1}`)

async function startLibrary() {
  const titles = new Map(Array.from({ length: bookCount }, (_, id) => [id + 1, `Book ${id + 1}`]))
  const calls: string[] = []
  const behaviour = { refusals: 0 }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://library')
    calls.push(url.pathname)
    const reply = (status: number, content: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(content))
    const [, id] = /^\/books\/(\d+)\/loans$/.exec(url.pathname) ?? []
    if (id === undefined) {
      return reply(200, {
        data: [...titles].map(([book, title]) => ({
          id: book,
          title,
          authors: [{ id: book + 1_000 }],
        })),
      })
    }
    if (behaviour.refusals > 0 && id === '20') {
      behaviour.refusals -= 1
      return reply(503, {})
    }
    const from = Number(url.searchParams.get('after') ?? 0)
    const loans = makeLoans(Number(id))
    return reply(200, {
      data: loans.slice(from, from + 3).map((number) => ({ number })),
      next: loans.length > from + 3 ? from + 3 : null,
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { titles, calls, behaviour, server, url: `http://127.0.0.1:${getPort(server)}` }
}

let shelf: Awaited<ReturnType<typeof startLibrary>>
let platform: Awaited<ReturnType<typeof testPlatform>>

beforeAll(async () => {
  shelf = await startLibrary()
  platform = await testPlatform({
    contacts: 1,
    sourceYaml,
    env: { PLATFORM_PROVIDERS: JSON.stringify({ library: library(shelf.url) }) },
  })
})
beforeEach(() => {
  shelf.calls.length = 0
})
afterAll(async () => {
  await platform.close()
  shelf.server.close()
})

async function install(groupRef: string) {
  await platform.call('POST', '/v1/{p}/connections:generate', {
    provider: 'library',
    groupRef,
    consumerRef: 'hank',
    apiKey: `of ${groupRef}`,
  })
  const content = { provider: 'library', read: { objects: { books: {} } } }
  const { id } = await platform.call<{ id: `inst_${string}` }>(
    'POST',
    '/v1/{p}/integrations/shelf/installations?skipSampling=true',
    { groupRef, config: { content } },
  )
  return id
}

const listDelivered = (installationId: string, readType: string) =>
  platform.messages
    .filter((message) => message.installationId === installationId && message.readType === readType)
    .flatMap(({ result }) => result ?? [])

const expectComplete = (entries: ReturnType<typeof listDelivered>) => {
  for (const { raw, associations } of entries) {
    const id = Number(raw?.id)
    expect(associations).toEqual({
      authors: [{ objectId: String(id + 1_000) }],
      loans: makeLoans(id).map((objectId) => ({ objectId })),
    })
  }
}

it('delivers all declared associations, and later those of changed records only', async () => {
  const id = await install('globex')
  await vi.waitFor(() => expect(listDelivered(id, 'backfill')).toHaveLength(bookCount), patiently)
  const callsOfBackfill = shelf.calls.filter((path) => path.endsWith('/loans'))

  expectComplete(listDelivered(id, 'backfill'))
  const pages = [...shelf.titles.keys()].map((book) => Math.max(1, Math.ceil((book % 7) / 3)))
  expect(callsOfBackfill).toHaveLength(pages.reduce((sum, count) => sum + count, 0))

  const db = platform.database.tenant(platform.projectId)
  await waitForFirstRead(db, id)
  shelf.calls.length = 0
  shelf.titles.set(12, 'Another title')
  await readOnSchedule(db, {
    projectId: platform.projectId,
    installationId: id,
    objectName: 'books',
  })
  await vi.waitFor(() => expect(listDelivered(id, 'scheduled')).toHaveLength(1), patiently)
  expectComplete(listDelivered(id, 'scheduled'))
  expect(new Set(shelf.calls)).toEqual(new Set(['/books', '/books/12/loans']))
})

it('delivers every record once with its associations after a list that fails', async () => {
  shelf.behaviour.refusals = 3

  const id = await install('initech')

  await vi.waitFor(() => expect(listDelivered(id, 'backfill')).toHaveLength(bookCount), patiently)
  const books = listDelivered(id, 'backfill').map(({ raw }) => raw?.id)
  expect(new Set(books)).toEqual(new Set(shelf.titles.keys()))
  expectComplete(listDelivered(id, 'backfill'))
  expect(shelf.behaviour.refusals).toBe(0)
  await vi.waitFor(async () => {
    const { results } = await platform.call<{ results: Operation[] }>(
      'GET',
      `/v1/{p}/integrations/shelf/installations/${id}/operations`,
    )
    expect(must(results[0], 'operation')).toMatchObject({ status: 'success' })
  }, patiently)
})

it('rejects associations that the entry does not declare, with line and column', async () => {
  const wrong = sourceYaml.replace('[authors, loans]', '[authors, loan]')

  const problem = await platform.call<InputValidationProblem>('PUT', '/v1/{p}/integrations:batch', {
    sourceYaml: wrong,
  })

  expect(JSON.stringify(problem)).toContain(
    'Associations of `books` with `loan` are not supported. Supported: authors, loans.',
  )
  expect(JSON.stringify(problem)).toMatch(/association-not-supported/)
  expect(JSON.stringify(problem)).toMatch(/"line":11/)
})
