import type { ProviderClient, ProviderRequest } from '@platform/connector'
import { expect, it } from 'vitest'
import { requireValue } from '../require-value.ts'
import { makeDeclaredConnector } from './connector.ts'
import { Declaration } from './schema/entry.ts'

const connector = requireValue(
  makeDeclaredConnector(
    'acme',
    Declaration.parse({
      objects: {
        customers: {
          create: {
            path: '/graphql',
            recordId: 'data.customerCreate.customer.id',
            graphql: {
              mutation: 'customerCreate',
              input: { argument: 'input', type: 'CustomerInput!' },
              errors: 'userErrors',
            },
          },
          update: {
            path: '/graphql',
            graphql: {
              mutation: 'customerEdit',
              input: { argument: 'input', type: 'CustomerInput!' },
              id: { argument: 'customerId', type: 'ID!' },
              errors: 'userErrors',
            },
          },
          delete: {
            path: '/graphql',
            graphql: { mutation: 'customerDelete', id: { argument: 'input.id', type: 'ID!' } },
          },
        },
        items: {
          create: {
            path: '/graphql',
            recordId: 'data.create_item.id',
            graphql: {
              mutation: 'create_item',
              arguments: { board_id: 'ID!', item_name: 'String!', column_values: 'JSON' },
            },
          },
          update: {
            path: '/graphql',
            graphql: {
              mutation: 'change_values',
              arguments: { column_values: 'JSON!' },
              id: { argument: 'item_id', type: 'ID!' },
            },
          },
        },
      },
    }),
  ),
)

const hostile = '") { id } } mutation { dropAll { ok } } #'

async function writeWith(
  type: 'create' | 'update' | 'delete',
  record: { id?: string; fields: Record<string, unknown> },
  body: unknown = {},
  objectName = 'customers',
) {
  const sent: ProviderRequest[] = []
  const client: ProviderClient = {
    metadata: {},
    request: (request) => {
      sent.push(request)
      return Promise.resolve({ status: 200, headers: {}, body })
    },
  }
  const { writing } = connector
  const [result] = await requireValue(writing).write(client, {
    objectName,
    type,
    records: [record],
  })
  return { result: requireValue(result), body: sent[0]?.body }
}

it('sends written values as variables', async () => {
  const reply = { data: { customerCreate: { customer: { id: 'c1' }, userErrors: [] } } }

  const created = await writeWith('create', { fields: { name: hostile } }, reply)
  const updated = await writeWith('update', { id: hostile, fields: { name: 'Ana' } })
  const deleted = await writeWith('delete', { id: 'c1', fields: {} })

  expect(created).toEqual({
    result: { success: true, recordId: 'c1', data: reply },
    body: {
      query:
        'mutation($fields: CustomerInput!) { customerCreate(input: $fields) { customer { id } userErrors { message } } }',
      variables: { fields: { name: hostile } },
    },
  })
  expect(updated.body).toEqual({
    query:
      'mutation($fields: CustomerInput!, $id: ID!) { customerEdit(input: $fields, customerId: $id) { userErrors { message } } }',
    variables: { fields: { name: 'Ana' }, id: hostile },
  })
  expect(deleted.body).toEqual({
    query: 'mutation($id: ID!) { customerDelete(input: {id: $id}) { __typename } }',
    variables: { id: 'c1' },
  })
})

it('detects an error in a successful reply', async () => {
  const userErrors = [{ message: 'Email is taken.' }, { message: 'Name is missing.' }]

  const attempt = writeWith(
    'create',
    { fields: {} },
    { data: { customerCreate: { customer: null, userErrors } } },
  )

  await expect(attempt).rejects.toMatchObject({
    failure: 'bad-request',
    message: 'Email is taken. Name is missing.',
  })
})

it('sends fields as arguments of their own, and no others', async () => {
  const reply = { data: { create_item: { id: '7' } } }
  const fields = { board_id: '1', item_name: hostile }

  const created = await writeWith('create', { fields }, reply, 'items')
  const updated = await writeWith(
    'update',
    { id: '7', fields: { column_values: '{}' } },
    {},
    'items',
  )
  const unknown = await writeWith('create', { fields: { ...fields, owner: 'Ana' } }, reply, 'items')

  expect(created).toEqual({
    result: { success: true, recordId: '7', data: reply },
    body: {
      query:
        'mutation($board_id: ID!, $item_name: String!, $column_values: JSON) { create_item(board_id: $board_id, item_name: $item_name, column_values: $column_values) { id } }',
      variables: { board_id: '1', item_name: hostile },
    },
  })
  expect(updated.body).toEqual({
    query:
      'mutation($column_values: JSON!, $id: ID!) { change_values(column_values: $column_values, item_id: $id) { __typename } }',
    variables: { column_values: '{}', id: '7' },
  })
  expect(unknown).toEqual({ result: expect.objectContaining({ success: false }), body: undefined })
})
