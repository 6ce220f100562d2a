import type { ConfigContent, JSONPatchOperation } from '@platform/contract'
import { describe, expect, it } from 'vitest'
import { Problem } from '@platform/kernel/problems/problem'
import { applyObjectPatch } from './patch-object.ts'

const before: ConfigContent = {
  read: {
    objects: {
      Contact: {
        selectedFields: { Title: true, 'a/b': true },
        fieldFilters: [{ fieldName: 'City', operator: 'eq', value: 'Rome' }],
      },
      Lead: {},
    },
  },
}

const patch = (...changes: JSONPatchOperation[]) =>
  applyObjectPatch(before, { objectName: 'Contact', action: 'read', changes }).read?.objects

it('removes a member that may be absent by adding it first', () => {
  const after = patch(
    { op: 'add', path: '/schedule', value: '' },
    { op: 'remove', path: '/schedule' },
  )

  expect(after).toEqual(before.read?.objects)
})

it.each<[string, JSONPatchOperation, object]>([
  [
    'adds a choice, and what leads there',
    { op: 'add', path: '/selectedFieldMappings/stage', value: 'Stage__c' },
    { selectedFieldMappings: { stage: 'Stage__c' } },
  ],
  [
    'takes a choice away',
    { op: 'remove', path: '/selectedFields/Title' },
    { selectedFields: { 'a/b': true } },
  ],
  [
    'knows how a slash is written',
    { op: 'replace', path: '/selectedFields/a~1b', value: false },
    { selectedFields: { Title: true, 'a/b': false } },
  ],
  [
    'adds to the end of a list',
    { op: 'add', path: '/fieldFilters/-', value: { fieldName: 'A', operator: 'eq', value: 1 } },
    { fieldFilters: [{ fieldName: 'City' }, { fieldName: 'A' }] },
  ],
])('%s, and leaves other objects alone', (_what, change, after) => {
  const objects = patch(change)

  expect(objects?.['Contact']).toMatchObject(after)
  expect(objects?.['Lead']).toEqual({})
})

it('removes an object from the configuration and adds one', () => {
  const without = patch({ op: 'remove', path: '' })
  const changes: JSONPatchOperation[] = [{ op: 'add', path: '', value: { objectName: 'Contact' } }]
  const written = applyObjectPatch({}, { objectName: 'Contact', action: 'write', changes })

  expect(without).toEqual({ Lead: {} })
  expect(written).toEqual({ write: { objects: { Contact: { objectName: 'Contact' } } } })
})

describe('rejects with a path', () => {
  const catchRejection = (...changes: JSONPatchOperation[]) => {
    try {
      patch(...changes)
    } catch (error) {
      if (error instanceof Problem) return error.details.issues?.[0]
      throw error
    }
    return undefined
  }

  it.each<[string, JSONPatchOperation, RegExp]>([
    ['to remove a missing value', { op: 'remove', path: '/backfill' }, /`backfill` does not exist/],
    [
      'to replace a missing value',
      { op: 'replace', path: '/selectedFields/Email', value: true },
      /`Email` does not exist/,
    ],
    [
      'a place inside of a value',
      { op: 'add', path: '/selectedFields/Title/x', value: 1 },
      /is not an object/,
    ],
    [
      'a place that no list has',
      { op: 'replace', path: '/fieldFilters/7', value: {} },
      /`7` is not an index/,
    ],
    ['a change without a value', { op: 'add', path: '/disabled' }, /needs a `value`/],
    [
      'a name that would change every object',
      { op: 'add', path: '/__proto__/polluted', value: true },
      /must not contain `__proto__`/,
    ],
  ])('%s', (_what, change, detail) => {
    const fine: JSONPatchOperation = { op: 'add', path: '/disabled', value: true }

    expect(catchRejection(fine, change)).toMatchObject({
      name: 'changes[1].path',
      detail: expect.stringMatching(detail),
    })
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('a change that leaves no configuration', () => {
    const change: JSONPatchOperation = { op: 'add', path: '/disabled', value: 'yes' }

    expect(catchRejection(change)?.detail).toContain('/read/objects/Contact/disabled')
  })
})
