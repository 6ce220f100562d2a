import type { ProviderClient } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../require-value.ts'
import { makeDeclaredConnector } from './connector.ts'
import { Declaration } from './schema/entry.ts'

const read = { path: '/trees', records: 'trees', id: 'id' }
const single = { read, create: { method: 'POST', path: '/trees', recordId: 'id' } }
const batch = { max: 10, results: 'results', id: 'id', error: 'why' }
const several = {
  read,
  create: { method: 'POST', path: '/trees', wrap: 'trees', list: true, batch },
}

/** Creates trees at a provider that answers so; returns the outcome of each. */
async function create(rules: object, names: string[], reply: { status?: number; body: unknown }) {
  const declaration = Declaration.parse({ objects: { trees: rules } })
  const { writing } = requireValue(makeDeclaredConnector('orchard', declaration))
  const client: ProviderClient = {
    metadata: {},
    request: () => Promise.resolve({ status: 200, headers: {}, ...reply }),
  }
  const records = names.map((name) => ({ fields: { name, status: 'failed' } }))
  const results = await requireValue(writing)
    .write(client, { type: 'create', objectName: 'trees', records })
    .catch((error: unknown) => [{ success: false as const, error: error as { message: string } }])
  return results.map((result) => {
    if (result.success) return result.recordId
    return 'isOutcomeUnknown' in result.error && result.error.isOutcomeUnknown
      ? 'unknown'
      : result.error.message
  })
}

describe('a reply to a batch', () => {
  const rows = (second: object) => ({
    body: { results: [{ id: 1 }, { id: 2, ...second }, { id: 3 }] },
  })

  it.each<[object, string]>([
    [{ why: 'Too tall.' }, 'Too tall.'],
    [{ why: { message: 'Too tall.' } }, 'Too tall.'],
    [{ why: ['Too tall.'] }, 'Too tall.'],
    [{ success: false, message: 'Too tall.' }, 'Too tall.'],
    [{ success: false }, 'The provider rejected the record.'],
    [{ result: 'error', errors: [{ message: 'Too tall.' }] }, 'Too tall.'],
  ])('rejects the record whose result is %j, although it has an ID', async (second, message) => {
    expect(await create(several, ['a', 'b', 'c'], rows(second))).toEqual(['1', message, '3'])
  })

  it.each([{ why: null }, { why: [] }, { success: true }, { status: 'failed', message: 'Own.' }])(
    'accepts the record whose result is %j',
    async (second) => {
      expect(await create(several, ['a', 'b', 'c'], rows(second))).toEqual(['1', '2', '3'])
    },
  )
})

describe('a reply to one record', () => {
  it.each<[object, string | undefined]>([
    [{ status: 207, body: [{ status: 422 }] }, 'unknown'],
    [{ body: { code: 40_001, msg: 'bad' } }, 'unknown'],
    [{ body: { id: 7, success: false, message: 'bad' } }, 'unknown'],
    [{ body: { id: 7, status: 'failed', message: 'Own.' } }, '7'],
    [{ body: { code: 0, id: 7 } }, '7'],
    [{ body: [{ id: 7 }] }, '7'],
    [{ status: 201, body: '' }, undefined],
  ])('%j means %s', async (reply, outcome) => {
    expect(await create(single, ['a'], { body: '', ...reply })).toEqual([outcome])
  })
})

describe.each(['update', 'delete'] as const)('a reply to one %s', (type) => {
  const path = '/trees/{id}'
  const rules = {
    read,
    update: { method: 'PATCH', path },
    delete: { method: 'DELETE', path },
  }
  const write = async (body: unknown) => {
    const declaration = Declaration.parse({ objects: { trees: rules } })
    const { writing } = requireValue(makeDeclaredConnector('orchard', declaration))
    const client: ProviderClient = {
      metadata: {},
      request: () => Promise.resolve({ status: 200, headers: {}, body }),
    }
    const asked = { type, objectName: 'trees', records: [{ id: '7', fields: { name: 'a' } }] }
    return requireValue(writing)
      .write(client, asked)
      .then(([result]) => (result?.success === true ? 'written' : 'rejected'))
      .catch(
        (error: unknown) => (error as { isOutcomeUnknown?: boolean }).isOutcomeUnknown && 'unknown',
      )
  }

  it.each([
    { code: 40_001, msg: 'invalid credential' },
    { code: 'TREE_LOCKED', data: null },
    { rc: 5 },
    { ret: -1, info: 'busy', data: [] },
    { result_code: '1042', time: 17 },
  ])('does not say by %j that the record is written', async (body) => {
    expect(await write(body)).toBe('unknown')
  })

  it.each([
    {},
    null,
    { code: 0 },
    { code: '200', msg: 'anything' },
    { code: 1, msg: 'success' },
    { code: 1, data: { id: 7 } },
    { code: 'A-7', id: 7 },
    { code: 'A-7', name: 'a' },
    { message: 'Deleted.' },
  ])('says by %j that it is', async (body) => {
    expect(await write(body)).toBe('written')
  })
})
