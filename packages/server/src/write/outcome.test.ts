import { ProviderError } from '@platform/connector'
import { expect, it } from 'vitest'
import { Problem } from '../problems/problem.ts'
import type { StoredWriteResult } from '../db/tables/integrations.ts'
import { outcomeOf, refused, replyOf, toStored } from './outcome.ts'
import type { WriteRow } from './store.ts'

const written: StoredWriteResult = { success: true, recordId: '003A' }
const wrong = refused(new ProviderError('bad-request', 'LastName is missing.'))
const away = refused(new ProviderError('unavailable', 'Salesforce did not answer.'))
const unauthorized = refused(new ProviderError('credentials', 'expired'))

const row = (results: (StoredWriteResult | null)[], change: Partial<WriteRow> = {}): WriteRow => ({
  operationId: 'op_1',
  projectId: 'proj_1',
  installationId: 'inst_1',
  objectName: 'Contact',
  type: 'create',
  isBatch: results.length > 1,
  allOrNone: false,
  headers: {},
  records: [],
  results,
  sending: [],
  deadline: null,
  batchKey: null,
  flushTime: null,
  flushId: null,
  firstSentTime: null,
  lastSentTime: null,
  ...change,
})

it('answers what became of a single record', () => {
  const result = toStored({ success: true, recordId: '003A', warnings: ['Fax was left out.'] })

  expect(replyOf(row([result]), { providerName: 'Salesforce' })).toEqual({
    operationId: 'op_1',
    result: { success: true, recordId: '003A', data: undefined },
    warnings: [{ message: 'Fax was left out.' }],
  })
})

it('answers what became of each record of a batch, in their order', () => {
  const reply = replyOf(row([wrong, written, wrong]), { providerName: 'Salesforce' })

  expect(reply).toMatchObject({
    successCount: 1,
    failureCount: 2,
    results: [{ success: false }, { success: true, recordId: '003A' }, { success: false }],
    errors: [{ message: 'LastName is missing.' }],
  })
})

it.each([
  ['write-refused', row([wrong])],
  ['write-refused', row([wrong, wrong])],
  ['provider-unavailable', row([away])],
  ['provider-unavailable', row([null])],
  ['credentials-refused', row([unauthorized])],
  ['write-outcome-unknown', row([null], { sending: [0] })],
])('is the problem %s when nothing was written', (kind, ended) => {
  const problem = problemOf(() => replyOf(ended, { providerName: 'Salesforce' }))

  expect(problem.kind).toBe(kind)
  expect(problem.details.extensions).toMatchObject({ operationId: 'op_1' })
})

it('sums up in one sentence', () => {
  expect(outcomeOf([written]).summary).toBe('Wrote the record.')
  expect(outcomeOf([written, written]).summary).toBe('Wrote 2 of 2 records.')
  expect(outcomeOf([written, wrong]).summary).toBe('Wrote 1 of 2 records: LastName is missing.')
  expect(outcomeOf([wrong]).summary).toBe('LastName is missing.')
})

function problemOf(work: () => unknown): Problem {
  try {
    work()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('It did not fail.')
}
