import { expect, it } from 'vitest'
import { toBrief } from './brief.ts'

const definition = {
  name: 'crm',
  provider: 'salesforce',
  read: { objects: [{ objectName: 'Contact' }] },
  note: 'a'.repeat(5_000),
}

it('names the changed resource without the long values of its definition', () => {
  const revision = { id: 'rev_1', content: definition }

  expect(toBrief({ id: 'int_1', isPaused: false, label: null, latestRevision: revision })).toEqual({
    id: 'int_1',
    isPaused: false,
    label: null,
    latestRevision: { id: 'rev_1', content: { name: 'crm', provider: 'salesforce' } },
  })
})

it('records the target of a change', () => {
  const of = { connection: { group: { groupRef: 'team-1', groupName: 'Brightwater' } } }

  expect(toBrief(of)).toEqual(of)
})

it('lists each of several resources with its result', () => {
  const deployed = ['a', 'b'].map((name) => ({
    name,
    change: 'updated',
    latestRevision: { content: definition },
  }))

  expect(toBrief(deployed)).toEqual([
    { name: 'a', change: 'updated' },
    { name: 'b', change: 'updated' },
  ])
})

it.each([undefined, null, 'text', 7])('keeps %j unchanged', (value) => {
  expect(toBrief(value)).toBe(value)
})
