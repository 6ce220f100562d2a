import { ProviderError, type ProviderClient, type ProviderRequest } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../../require-value.ts'
import { makeDeclaredConnector } from '../connector.ts'
import { Declaration } from '../schema/entry.ts'

const trees = { path: '/trees', records: 'trees', id: 'id' }
const cursor = { style: 'cursor', from: 'next', param: 'cursor' }

async function readAll(
  declaration: object,
  objectName: string,
  reply: (request: ProviderRequest) => unknown,
) {
  const connector = requireValue(makeDeclaredConnector('orchard', Declaration.parse(declaration)))
  const client: ProviderClient = {
    metadata: {},
    request: (request) =>
      Promise.resolve({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: reply(request),
      }),
  }
  const ids: string[] = []
  let incomplete: string | undefined
  let at: string | undefined
  for (let pages = 0; pages < 20; pages++) {
    const page = await connector.read(client, { objectName, fieldNames: ['name'], cursor: at })
    ids.push(...page.records.map(({ id }) => id))
    incomplete = page.incomplete ?? incomplete
    at = page.next
    if (at === undefined) return { ids, incomplete }
  }
  throw new Error('The read did not end.')
}

const list = (more: object = {}) => ({ objects: { trees: { read: { ...trees, ...more } } } })

describe('a reply that names an error is no page:', () => {
  it.each<[string, object]>([
    ['null beside an error', { trees: null, error: { code: 'busy' } }],
    ['an empty list beside an error', { trees: [], error: 'busy' }],
    ['an empty list beside errors', { trees: [], errors: [{ message: 'busy' }] }],
    ['errors by name', { trees: [], errors: { base: ['busy'] } }],
    ['success: false', { trees: [], success: false }],
    ['ok: false', { trees: [], ok: false }],
    ['success: "false"', { trees: [], success: 'false' }],
    ['status: error', { trees: [], status: 'error' }],
    ['status: fail', { trees: [], status: 'fail', message: 'busy' }],
    ['a status of HTTP', { trees: [], status: 503 }],
    ['a code of HTTP', { trees: null, code: '429', message: 'busy' }],
    ['an error code', { trees: [], errorCode: 'BUSY' }],
    ['an error in an envelope', { trees: [], meta: { error: { message: 'busy' } } }],
    ['a status in an envelope', { trees: [], meta: { status: 'error' } }],
    ['hasError', { trees: [], hasErrors: true }],
    ['a status of several words', { trees: [], status: 'ERROR: busy' }],
    ['a status of one word with others', { trees: [], queryStatus: 'internal_error' }],
    ['a status as a sentence', { trees: [], statusText: 'Internal Server Error' }],
    ['a state', { trees: [], state: 'FAILED' }],
    ['an outcome', { trees: [], outcome: 'failure' }],
    ['a status of false', { trees: [], status: false }],
    ['an acknowledgement', { trees: [], ack: 'Failure' }],
    ['success: "False"', { trees: [], Success: 'False' }],
    ['success: "N"', { trees: [], success: 'N' }],
    ['wasSuccessful', { trees: [], wasSuccessful: false }],
    ['unsuccessful', { trees: [], unsuccessful: true }],
    ['isFailed: 1', { trees: [], isFailed: 1 }],
    ['aborted', { trees: [], aborted: true }],
    ['an error by another name', { trees: [], apiError: 'busy' }],
    ['errors of the server', { trees: [], serverErrors: ['busy'] }],
    ['an error in JSON-LD', { trees: [], '@error': { text: 'busy' } }],
    ['a fault', { trees: [], 'soap:Fault': { reason: 'busy' } }],
    ['a number of errors', { trees: [], errorCount: 2 }],
    ['a code in words', { trees: [], code: 'INTERNAL_ERROR' }],
    ['a response code', { trees: [], responseCode: 'ERR-42' }],
    ['an error in German', { trees: [], fehlermeldung: 'nicht verfügbar' }],
    ['an error in French', { trees: [], erreur: { message: 'indisponible' } }],
    ['an error in Japanese', { trees: [], エラー: '混雑' }],
    ['failed shards', { trees: [{ id: 9 }], _shards: { total: 5, successful: 3, failed: 2 } }],
    ['records beside an error', { trees: [{ id: 9 }], error: 'busy' }],
  ])('%s', async (_, body) => {
    const read = readAll(list({ paging: cursor }), 'trees', ({ query = {} }) =>
      query['cursor'] === undefined ? { trees: [{ id: 1 }], next: 'two' } : body,
    )

    await expect(read).rejects.toThrow(ProviderError)
  })

  it('also in a list below a parent', async () => {
    const declaration = {
      objects: {
        groves: { read: { path: '/groves', records: 'groves', id: 'id' } },
        trees: { read: { ...trees, path: '/groves/{parent}/trees', parent: { object: 'groves' } } },
      },
    }
    const read = readAll(declaration, 'trees', ({ path }) =>
      path === '/groves'
        ? { groves: [{ id: 1 }, { id: 2 }] }
        : path.startsWith('/groves/1')
          ? { trees: [{ id: 1 }] }
          : { trees: [], code: 404, error: 'busy' },
    )

    await expect(read).rejects.toMatchObject({ failure: 'unavailable' })
  })

  it('also without errors in GraphQL', async () => {
    const read = readAll(
      list({
        path: '/graphql',
        method: 'POST',
        records: 'data.trees.nodes',
        graphql: { field: 'trees', fields: ['id'], nodes: 'nodes' },
        paging: {
          style: 'cursor',
          from: 'data.trees.pageInfo.endCursor',
          param: 'after',
          in: 'argument',
        },
      }),
      'trees',
      () => ({ data: { trees: { nodes: [], error: 'busy' } } }),
    )

    await expect(read).rejects.toThrow(ProviderError)
  })

  it('also for a record that is requested after its list', async () => {
    const read = readAll(list({ fetch: { path: '/trees/{id}' } }), 'trees', ({ path }) =>
      path === '/trees' ? { trees: [{ id: 1 }] } : { success: false, error: { code: 'busy' } },
    )

    await expect(read).rejects.toThrow(ProviderError)
  })

  it('but not for a record with such fields', async () => {
    const read = readAll(list({ fetch: { path: '/trees/{id}' } }), 'trees', ({ path }) =>
      path === '/trees' ? { trees: [{ id: 1 }] } : { id: 1, status: 'error', error: 'rot' },
    )

    await expect(read).resolves.toEqual({ ids: ['1'], incomplete: undefined })
  })

  it.each<[string, object]>([
    ['empty members', { trees: [], error: null, errors: [], success: true, status: 'ok', code: 0 }],
    ['no error', { trees: [], error: '', errors: {}, error_code: 0, status: 200, code: '200' }],
    ['an error without content', { trees: [], error: { code: 0, message: 'OK' } }],
    ['a success in words', { trees: [], error: 'Request processed successfully.' }],
    ['a code of success beside words', { trees: [], error: { code: '00', message: 'Muy bien' } }],
    ['a sign of other matters', { trees: [], errorReporting: true, error_docs_url: '/errors' }],
    ['no errors', { trees: [], status: 'no errors', noErrors: true, errorCount: 0 }],
    ['shards', { trees: [], _shards: { total: 5, successful: 5, failed: 0 } }],
    ['what it has not', { trees: [], timeout: 30, failed: false, aborted: 0, isPartial: false }],
  ])('and not for %s', async (_, body) => {
    const read = readAll(list(), 'trees', () => body)

    await expect(read).resolves.toEqual({ ids: [], incomplete: undefined })
  })

  it('and the declared notices make it incomplete', async () => {
    const read = readAll({ ...list(), errors: { notices: ['errors'] } }, 'trees', () => ({
      trees: [{ id: 1 }],
      errors: [{ detail: 'The owner of tree 1 is hidden.' }],
    }))

    await expect(read).resolves.toEqual({
      ids: ['1'],
      incomplete: 'The reply contains notices at errors: The owner of tree 1 is hidden.',
    })
  })
})

const badRows = [{ id: 1 }, null, { name: 'no id' }, { id: 2 }]

it('reads members of much white space in one pass', async () => {
  const space = ' '.repeat(1_000_000)
  const body = { trees: [], error: `${space}busy`, next: `${space}x${space}` }

  await expect(readAll(list({ paging: cursor }), 'trees', () => body)).rejects.toThrow(
    ProviderError,
  )
  const { incomplete } = await readAll(list(), 'trees', () => ({ trees: [], next: `${space}x` }))
  expect(incomplete).toBeDefined()
})

describe('an item that is no record', () => {
  it('is left out and counted', async () => {
    const read = await readAll(list(), 'trees', () => ({ trees: badRows }))

    expect(read).toEqual({
      ids: ['1', '2'],
      incomplete:
        '2 of 4 items of the list at trees are not records with an ID, and were left out.',
    })
  })

  it('fails the read if there is nothing else', async () => {
    const read = readAll(list(), 'trees', () => ({ trees: [null, { name: 'no id' }] }))

    await expect(read).rejects.toThrow('A record has no ID at id')
  })
})

describe('a reply without content', () => {
  it.each([204, 304])('with status %i is nothing for a request of changes', async (status) => {
    const declaration = Declaration.parse(
      list({ since: { in: 'header', name: 'If-Modified-Since', format: 'rfc3339' } }),
    )
    const connector = requireValue(makeDeclaredConnector('orchard', declaration))
    const page = await connector.read(
      {
        metadata: {},
        request: () => Promise.resolve({ status, headers: {}, body: '' }),
      },
      { objectName: 'trees', fieldNames: [], since: '2026-01-01T00:00:00Z' },
    )

    expect(page).toEqual({ records: [], asOf: expect.any(String) as string })
  })

  it('does not show that the list of all records is empty without a status for it', async () => {
    const read = (reply: object) => {
      const connector = requireValue(makeDeclaredConnector('orchard', Declaration.parse(list())))
      const client: ProviderClient = {
        metadata: {},
        request: () => Promise.resolve({ status: 200, headers: {}, body: '', ...reply }),
      }
      return connector.read(client, { objectName: 'trees', fieldNames: [] })
    }

    await expect(read({})).resolves.toMatchObject({
      records: [],
      incomplete: expect.stringContaining('no body') as string,
    })
    await expect(read({ status: 304 })).rejects.toThrow(ProviderError)
    const { incomplete } = await read({ status: 204 })
    expect(incomplete).toBeUndefined()
  })
})

it.each([204, 205])('a GraphQL reply with status %i is no empty list', async (status) => {
  const read = {
    path: '/graphql',
    method: 'POST',
    records: 'data.trees.nodes',
    id: 'id',
    graphql: { field: 'trees', nodes: 'nodes', fields: ['id'] },
  }
  const declaration = Declaration.parse({ objects: { trees: { read } } })
  const connector = requireValue(makeDeclaredConnector('orchard', declaration))
  const client: ProviderClient = {
    metadata: {},
    request: () => Promise.resolve({ status, headers: {}, body: '' }),
  }

  const { incomplete } = await connector.read(client, { objectName: 'trees', fieldNames: [] })

  expect(incomplete).toContain('does not show that the list is empty')
})

it.each([
  ['update', 304, true],
  ['update', 204, true],
  ['create', 304, false],
  ['delete', 304, false],
] as const)(
  'a record whose %s is answered with %i is written: %j',
  async (type, status, success) => {
    const path = '/trees/{id}'
    const writes = {
      create: { path: '/trees', recordId: 'id' },
      update: { path },
      delete: { path },
    }
    const declaration = Declaration.parse({ objects: { trees: writes } })
    const { writing } = requireValue(makeDeclaredConnector('orchard', declaration))
    const client: ProviderClient = {
      metadata: {},
      request: () => Promise.resolve({ status, headers: {}, body: '' }),
    }
    const record = { ...(type !== 'create' && { id: '7' }), fields: { name: 'Elm' } }

    const results = await requireValue(writing)
      .write(client, { objectName: 'trees', type, records: [record] })
      .catch(() => [{ success: false }])

    expect(results).toMatchObject([{ success }])
  },
)

describe('a successful status of another kind', () => {
  const readWith = (reply: object) => {
    const connector = requireValue(makeDeclaredConnector('orchard', Declaration.parse(list())))
    const client: ProviderClient = {
      metadata: {},
      request: () => Promise.resolve({ status: 200, headers: {}, body: '', ...reply }),
    }
    return connector.read(client, { objectName: 'trees', fieldNames: [] })
  }

  it('is a failure if the provider has only accepted the request', async () => {
    await expect(readWith({ status: 202, body: { trees: [] } })).rejects.toMatchObject({
      failure: 'unavailable',
      message: expect.stringContaining('202') as string,
    })
  })

  it.each([202, 206, 207])('shows no whole list: %i', async (status) => {
    const { incomplete } = await readWith({ status, body: { trees: [{ id: 1 }] } })

    expect(incomplete).toContain(String(status))
  })

  it.each([
    ['x-total-count', '25'],
    ['content-range', 'items 0-0/25'],
    ['x-next-page', '2'],
    ['x-has-more', 'true'],
  ])('shows no whole list with the header %s', async (name, value) => {
    const { incomplete } = await readWith({
      headers: { [name]: value },
      body: { trees: [{ id: 1 }] },
    })

    expect(incomplete).toEqual(expect.any(String))
  })

  it('but a whole one with a header that counts its records', async () => {
    const { incomplete } = await readWith({
      headers: { 'x-total-count': '1', 'x-next-page': '' },
      body: { trees: [{ id: 1 }] },
    })

    expect(incomplete).toBeUndefined()
  })
})

describe('a read is incomplete when', () => {
  it.each<[string, object]>([
    ['the list is null without a reason', { trees: null }],
    ['the list is null beside a message', { trees: null, message: 'Try again.' }],
    ['an empty list has errors without words', { trees: [], errors: [{}] }],
    ['an empty list has failures', { trees: [], failures: [{ shard: 1 }] }],
    ['an empty list has a stack trace', { trees: [], stackTrace: 'at Trees.list' }],
    ['sources are unreachable', { trees: [], unreachable: ['zone-a'] }],
    ['the list is stale', { trees: [], stale: true }],
    ['the list is being loaded', { trees: [], isLoading: true }],
    ['the list is not allowed', { trees: [], allowed: false }],
    ['an empty list counts records', { trees: [], count: 500 }],
    ['an empty list counts records in an envelope', { trees: [], meta: { recordsTotal: '500' } }],
    ['an empty list has a code', { trees: [], code: 'BUSY' }],
    ['the provider ran out of time', { trees: [{ id: 1 }], timed_out: true }],
    ['the provider says that its results are', { trees: [{ id: 1 }], incomplete_results: true }],
    ['the success was partial', { trees: [{ id: 1 }], partialSuccess: true }],
    ['a warning names it', { trees: [{ id: 1 }], warnings: ['Some shards timed out.'] }],
    ['an empty list has a number that is no code of success', { trees: [], rc: 1 }],
    ['an empty list has a result code', { trees: [], resultCode: 17, resultText: 'no database' }],
    ['an empty list has an error anywhere', { trees: [], debug: { run: { errors: ['x'] } } }],
    ['an empty list asks for another attempt', { trees: [], retry_after: 5 }],
    ['the provider is in maintenance', { trees: [], maintenance: true }],
    ['the list is not whole', { trees: [{ id: 1 }], complete: false }],
    ['more pages are counted', { trees: [{ id: 1 }], page: 1, total_pages: 3 }],
    ['the page is not the last', { trees: [{ id: 1 }], is_last: false }],
  ])('%s', async (_, body) => {
    const { incomplete } = await readAll(list(), 'trees', () => body)

    expect(incomplete).toEqual(expect.any(String))
  })

  it.each<[string, boolean | undefined]>([
    ['not when the sign of success that the entry names is there', true],
    ['also when that sign is missing', undefined],
  ])('but %s', async (_, done) => {
    const { incomplete } = await readAll(
      { ...list(), errors: { ok: 'meta.done' } },
      'trees',
      () => ({
        trees: [],
        resultCode: 17,
        meta: { done },
      }),
    )

    expect(incomplete === undefined).toBe(done === true)
  })

  it('but not when the provider counts no record', async () => {
    const { incomplete } = await readAll(list({ total: 'total' }), 'trees', () => ({
      trees: null,
      total: 0,
    }))

    expect(incomplete).toBeUndefined()
  })
})

describe('the last page is not taken for the end because of', () => {
  const page = (body: object) =>
    readAll(list({ paging: cursor }), 'trees', ({ query = {} }) =>
      query['cursor'] === undefined
        ? { trees: [{ id: 1 }], status: 'ok', code: 0, next: 'two' }
        : body,
    ).then(
      ({ incomplete }) => incomplete,
      (error: unknown) => String(error),
    )

  it.each<[string, object]>([
    ['a state that passes', { trees: [], status: 'in_progress' }],
    ['a state of another name', { trees: [], status: 'WARMUP' }],
    ['another code', { trees: [], code: 17 }],
    ['a member that the first page has not', { trees: [], bounced: { by: 'shard 3' } }],
    ['a text that the first page has not', { trees: [], Note: 'Our limit is 25 requests a day.' }],
    ['a severity', { trees: [{ id: 2 }], messages: [{ severity: 'ERROR', text: 'busy' }] }],
    ['part of the results', { trees: [{ id: 2 }], status: 'PARTIAL_SUCCESS' }],
    ['sources that failed', { trees: [{ id: 2 }], failedShards: 1 }],
    ['sources that are missing', { trees: [{ id: 2 }], unavailableSources: ['b'] }],
    ['an early end', { trees: [{ id: 2 }], terminated_early: true }],
    ['a failure of a part', { trees: [{ id: 2 }], partialFailureError: { code: 3 } }],
    ['a warning', { trees: [{ id: 2 }], warning: { code: 'PARTIAL_DATA' } }],
    ['results that were cut', { trees: [{ id: 2 }], exceededTransferLimit: true }],
    ['a session that ended', { trees: [], authenticated: false }],
    ['no success', { trees: [], success: null }],
    ['a time to come again', { trees: [], backoff: 10 }],
  ])('%s', async (_, body) => {
    expect(await page(body)).toEqual(expect.any(String))
  })

  it.each<[string, object]>([
    ['counts and links', { trees: [], total_count: 1, prev: '/trees?page=1', has_more: false }],
    ['a state of the end', { trees: [], status: 'ZERO_RESULTS', code: 0 }],
    ['nothing', { trees: [], warnings: [], message: null, status: 'ok' }],
    ['a text of the end', { trees: [], message: 'No more results found' }],
  ])('but is the end with %s', async (_, body) => {
    expect(await page(body)).toBeUndefined()
  })
})
