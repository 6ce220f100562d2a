import type { ProviderClient, ProviderResponse } from '@platform/connector'
import { ProviderError } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from './require-value.ts'
import { salesforce } from './salesforce/connector.ts'
import { hubspotError } from './hubspot/errors.ts'
import { salesforceError } from './salesforce/errors.ts'
import { queryWhole } from './salesforce/query.ts'

const bodies: unknown[] = [
  null,
  7,
  'busy',
  [],
  [null],
  [[]],
  { errors: { base: ['busy'] } },
  { errors: 'busy' },
  { errors: [null, 'busy', { message: 7, context: 'x', code: {} }] },
  { message: { text: 'busy' }, category: 7, policyName: {}, context: [] },
  [{ errorCode: 7, message: { text: 'busy' }, fields: 'Name' }],
  { errorCode: 'SERVER_UNAVAILABLE', message: ['busy'] },
]

describe.each([
  ['HubSpot', hubspotError],
  ['Salesforce', salesforceError],
])('an error of %s', (_, toError) => {
  it.each(bodies)('is understood as far as possible in %j', (body) => {
    for (const status of [200, 400, 403, 429, 503]) {
      const error = toError({ status, headers: {}, body })
      expect(error).toBeInstanceOf(ProviderError)
      expect(error.message).not.toBe('')
    }
  })
})

it('reads an error of Salesforce that is not in a list', () => {
  const body = { errorCode: 'SERVER_UNAVAILABLE', message: 'Try later.' }

  expect(salesforceError({ status: 400, headers: {}, body })).toMatchObject({
    failure: 'unavailable',
    message: 'Try later.',
  })
})

describe('a deletion at Salesforce', () => {
  const remove = async (row: object) => {
    const client: ProviderClient = {
      metadata: {},
      request: ({ method }) =>
        Promise.resolve({
          status: 200,
          headers: {},
          body: method === 'DELETE' ? [row] : { sobjects: [], fields: [] },
        }),
    }
    const [result] = await requireValue(salesforce.writing).write(client, {
      objectName: 'Contact',
      type: 'delete',
      records: [{ id: '003Sb0A0000000BICQ', fields: {} }],
    })
    return result?.success === false ? result.error : undefined
  }

  it.each([{ success: false }, { success: false, errors: [] }, { success: false, errors: null }])(
    'may have happened after %j with the status of a success',
    async (row) => {
      expect(await remove(row)).toMatchObject({ isOutcomeUnknown: true })
    },
  )

  it('did not happen after a reason', async () => {
    const errors = [{ statusCode: 'DELETE_FAILED', message: 'It is in use.' }]

    expect(await remove({ success: false, errors })).toMatchObject({ isOutcomeUnknown: false })
  })
})

describe('a page of Salesforce that is returned twice', () => {
  const query = (totalSize: number) => {
    const page = (more: object): ProviderResponse => ({
      status: 200,
      headers: {},
      body: { totalSize, records: [{ Id: '1' }], ...more },
    })
    let calls = 0
    const client: ProviderClient = {
      metadata: {},
      request: () =>
        Promise.resolve(
          page(calls++ === 0 ? { done: false, nextRecordsUrl: '/next' } : { done: true }),
        ),
    }
    return queryWhole(client, 'SELECT Id FROM Contact')
  }

  it('has each record once', async () => {
    expect((await query(1)).rows.map(({ Id }) => Id)).toEqual(['1'])
  })

  it('does not stand for one that is missing', async () => {
    await expect(query(2)).rejects.toThrow('2 records, and 1 were returned')
  })
})
