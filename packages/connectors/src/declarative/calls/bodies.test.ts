import type {
  ProviderClient,
  ProviderRequest,
  ProviderResponse,
  WriteRecord,
} from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../../require-value.ts'
import { makeDeclaredConnector } from '../connector.ts'
import { Declaration } from '../schema/entry.ts'

async function sendWith(
  rules: object,
  type: 'create' | 'update',
  record: WriteRecord,
  reply: Partial<ProviderResponse> = {},
) {
  const connector = requireValue(
    makeDeclaredConnector('acme', Declaration.parse({ objects: { contacts: { [type]: rules } } })),
  )
  let sent: ProviderRequest | undefined
  const client: ProviderClient = {
    metadata: {},
    request: (request) => {
      sent = request
      return Promise.resolve({ status: 200, headers: {}, body: {}, ...reply })
    },
  }
  const [result] = await requireValue(connector.writing).write(client, {
    objectName: 'contacts',
    type,
    records: [record],
  })
  return { body: sent?.body, headers: sent?.headers, result: requireValue(result) }
}

it('sends the headers of its type of write', async () => {
  const rules = { path: '/contacts/{id}', method: 'PATCH', headers: { 'If-Match': '*' } }

  const { headers } = await sendWith(rules, 'update', { id: '7', fields: { name: 'Ana' } })

  expect(headers).toMatchObject({ 'if-match': '*' })
})

describe('the body of a write', () => {
  const jsonApi = {
    path: '/contacts/{id}',
    method: 'PATCH',
    wrap: 'data.attributes',
    body: { data: { type: 'contact' } },
    beside: { relationships: 'data.relationships' },
    idIn: 'data.id',
  }
  const record = { id: '7', fields: { name: 'Ana', relationships: { owner: 1 } } }

  it('has constants, the ID and other members beside the record', async () => {
    const { body } = await sendWith(jsonApi, 'update', record)

    expect(body).toEqual({
      data: {
        type: 'contact',
        id: '7',
        attributes: { name: 'Ana' },
        relationships: { owner: 1 },
      },
    })
  })

  it('has a numeric ID if the provider requires it', async () => {
    const { body } = await sendWith({ ...jsonApi, idType: 'int' }, 'update', record)

    expect(body).toMatchObject({ data: { id: 7 } })
  })

  it('keeps constants beside the record', async () => {
    const rules = { path: '/jobs', wrap: 'data', body: { data: { type: 'job' } } }

    const { body } = await sendWith(rules, 'create', { fields: { name: 'Ana' } })

    expect(body).toEqual({ data: { type: 'job', name: 'Ana' } })
  })
})

it.each([
  ['https://acme.test/api/contacts(00-aa)', '00-aa'],
  ["https://acme.test/api/contacts('a b')", 'a b'],
  ['/v1/contacts/42', '42'],
  ['https://acme.test/contacts/a%20b/?x=1', 'a b'],
])('finds the ID of a new record in the header %s', async (header, id) => {
  const rules = { path: '/contacts', recordId: 'header:OData-EntityId' }
  const headers = { 'odata-entityid': header }

  const { result } = await sendWith(rules, 'create', { fields: {} }, { status: 204, headers })

  expect(result).toMatchObject({ success: true, recordId: id })
})

it.each([
  [
    { errorMessages: [], errors: { summary: 'Summary is required.' } },
    'summary: Summary is required.',
  ],
  [{ errors: [{ id: 'x', title: 'Invalid', detail: 'name is empty' }] }, 'name is empty'],
  [{ error: { errors: [{ reason: 'required' }] } }, 'required'],
  [{ Message: 'A validation exception occurred' }, 'A validation exception occurred'],
  ['Plain words', 'Plain words'],
])('reports the message of the refusal %j', async (body, words) => {
  const reply = { status: 400, body }

  const attempt = sendWith({ path: '/contacts' }, 'create', { fields: {} }, reply)

  await expect(attempt).rejects.toMatchObject({ failure: 'bad-request', message: words })
})

describe('the results of a batch', () => {
  const batch = { max: 2, results: 'results', id: 'id', error: 'error' }
  const rules = { path: '/contacts', method: 'PATCH', idIn: 'id', batch }
  const records = [
    { id: '7', fields: { name: 'Ana' } },
    { id: '8', fields: { name: 'Ben' } },
  ]
  const write = async (results: unknown[]) => {
    const declaration = Declaration.parse({ objects: { contacts: { update: rules } } })
    const connector = requireValue(makeDeclaredConnector('acme', declaration))
    const request = () => Promise.resolve({ status: 200, headers: {}, body: { results } })
    const written = await requireValue(connector.writing).write(
      { request, metadata: {} },
      { objectName: 'contacts', type: 'update', records },
    )
    return written.map((one) => (one.success ? one.recordId : one.error.message))
  }
  const unreported = 'The provider did not report the outcome of the record.'

  it.each([
    [
      [{ id: '7' }, { error: 'No name.' }],
      ['7', 'No name.'],
    ],
    [
      [{ error: 'No name.' }, { id: 8 }],
      ['No name.', '8'],
    ],
    [
      [{ id: '8' }, { id: '7' }],
      ['7', '8'],
    ],
    [[{ id: '8' }], [unreported, '8']],
    [[{ error: 'No name.' }], [unreported, unreported]],
  ])('belong to their rows: %j', async (results, expected) => {
    expect(await write(results)).toEqual(expected)
  })
})
