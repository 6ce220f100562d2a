import { ProviderError } from '@platform/connector'
import { expect, it } from 'vitest'
import { Problem } from '@platform/kernel/problems/problem'
import type { StoredWriteResult } from './tables.ts'
import { summarizeOutcome, makeRejectedResult, writeReply, toStored } from './outcome.ts'
import type { WriteRow } from './store.ts'

const written: StoredWriteResult = { success: true, recordId: '003A' }
const wrong = makeRejectedResult(new ProviderError('bad-request', 'LastName is missing.'))
const away = makeRejectedResult(new ProviderError('unavailable', 'Salesforce did not respond.'))
const unnamed = makeRejectedResult(
  new ProviderError('bad-request', 'Required fields are missing.', {
    fieldNames: ['LastName', 'Email__c'],
  }),
)
const reply = { providerName: 'Salesforce', nameOf: (name: string) => ours[name] ?? name }
const ours: Record<string, string> = { LastName: 'surname' }
const unauthorized = makeRejectedResult(new ProviderError('credentials', 'expired'))

const row = (results: (StoredWriteResult | null)[], change: Partial<WriteRow> = {}): WriteRow => ({
  operationId: 'op_1',
  projectId: 'proj_1',
  installationId: 'inst_1',
  objectName: 'Contact',
  type: 'create',
  keyFieldName: null,
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

it('returns the outcome of a single record', () => {
  const result = toStored({ success: true, recordId: '003A', warnings: ['Fax was left out.'] })

  expect(writeReply(row([result]), reply)).toEqual({
    operationId: 'op_1',
    result: { index: 0, success: true, recordId: '003A', errors: [], data: undefined },
    warnings: [{ message: 'Fax was left out.' }],
  })
})

it('returns the outcome of each record of a batch, in order', () => {
  const answer = writeReply(row([wrong, written, unnamed]), reply)

  expect(answer).toMatchObject({
    successCount: 1,
    failureCount: 2,
    results: [
      { index: 0, success: false, errors: [{ reason: 'LastName is missing.' }] },
      { index: 1, success: true, recordId: '003A', errors: [] },
      {
        index: 2,
        success: false,
        errors: [
          { field: 'surname', reason: 'Required fields are missing.' },
          { field: 'Email__c', reason: 'Required fields are missing.' },
        ],
      },
    ],
    errors: [{ message: 'LastName is missing.' }, { message: 'Required fields are missing.' }],
  })
})

it('reports one error for each record, even if identical', () => {
  const { errors, results } = writeReply(row([wrong, written, wrong]), reply)

  expect(errors).toHaveLength(2)
  expect(results?.map(({ index, errors: own }) => [index, own.length])).toEqual([
    [0, 1],
    [1, 0],
    [2, 1],
  ])
})

it.each([
  ['write-refused', row([wrong])],
  ['write-refused', row([wrong, wrong])],
  ['provider-unavailable', row([away])],
  ['provider-unavailable', row([null])],
  ['credentials-refused', row([unauthorized])],
  ['write-outcome-unknown', row([null], { sending: [0] })],
])('is the problem %s when nothing was written', (kind, ended) => {
  const problem = catchProblem(() => writeReply(ended, reply))

  expect(problem.kind).toBe(kind)
  expect(problem.details.extensions).toMatchObject({ operationId: 'op_1' })
})

it('summarizes in one sentence', () => {
  expect(summarizeOutcome([written]).summary).toBe('Wrote the record.')
  expect(summarizeOutcome([written, written]).summary).toBe('Wrote 2 of 2 records.')
  expect(summarizeOutcome([written, wrong]).summary).toBe(
    'Wrote 1 of 2 records: LastName is missing.',
  )
  expect(summarizeOutcome([wrong]).summary).toBe('LastName is missing.')
})

function catchProblem(work: () => unknown): Problem {
  try {
    work()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('It did not fail.')
}
