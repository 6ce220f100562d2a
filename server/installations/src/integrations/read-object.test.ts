import type { IntegrationObject, ReadConfigObject } from '@platform/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listInstalledReadObjects, planRead, type ReadPlan } from './read-object.ts'

const declared: IntegrationObject = {
  objectName: 'Contact',
  mapToName: 'person',
  destination: 'webhook',
  schedule: '0 * * * *',
  requiredFields: [
    { fieldName: 'LastName' },
    { fieldName: 'Email', mapToName: 'email' },
    { mapToName: 'stage' },
  ],
  optionalFields: [{ fieldName: 'Title' }, { fieldName: 'City', mapToName: 'town' }],
  backfill: { defaultPeriod: { days: 30 } },
}

it.each<[string, ReadConfigObject, Partial<ReadPlan>]>([
  ['nothing chosen', {}, { plain: ['LastName'], fieldNames: ['LastName', 'Email'] }],
  ['an optional field', { selectedFields: { Title: true } }, { plain: ['LastName', 'Title'] }],
  ['one that is switched off', { selectedFields: { Title: false } }, { plain: ['LastName'] }],
  [
    'every optional field',
    { selectedFieldsAuto: 'all' },
    { fieldNames: ['LastName', 'Title', 'Email', 'City'] },
  ],
  [
    'a field for the builder’s',
    { selectedFieldMappings: { stage: 'StageName' } },
    { fieldNames: ['LastName', 'Email', 'StageName'] },
  ],
  [
    'another field for a predefined mapping',
    { selectedFieldMappings: { email: 'WorkEmail' } },
    { fieldNames: ['LastName', 'WorkEmail'] },
  ],
  [
    'a mapping that was taken back',
    { selectedFieldMappings: { stage: '' } },
    { fieldNames: ['LastName', 'Email'] },
  ],
  ['a schedule', { schedule: '*/15 * * * *' }, { schedule: '*/15 * * * *' }],
  ['a time zone', { timezone: 'Asia/Tokyo' }, { timezone: 'Asia/Tokyo' }],
  ['no time zone', {}, { timezone: 'UTC' }],
  ['a time zone that does not exist', { timezone: 'Mars/Base' }, { timezone: 'UTC' }],
  ['a destination', { destination: 'stream' }, { destination: 'stream' }],
  [
    'a longer backfill',
    { backfill: { defaultPeriod: { fullHistory: true } } },
    { backfill: { fullHistory: true } },
  ],
])('reads with %s', (_case, config, expected) => {
  expect(planRead(declared, config)).toMatchObject(expected)
})

const objects = (...named: Partial<IntegrationObject>[]) => ({
  name: 'crm',
  provider: 'salesforce',
  read: { objects: named.map((object) => ({ ...declared, ...object })) },
})
const chosen: ReadConfigObject = { selectedFields: { Title: true } }

type Configured = Record<string, ReadConfigObject>

it.each<[string, string[], Configured, Configured]>([
  ['what the end user configured', [], { Contact: chosen }, { Contact: chosen }],
  ['what is always read, configured or not', ['Account'], {}, { Account: {} }],
  [
    'the end user’s choices of what is always read',
    ['Contact'],
    { Contact: chosen },
    { Contact: chosen },
  ],
  ['what was installed and is declared no more', [], { Lead: {} }, { Lead: {} }],
  ['nothing else that is declared', [], {}, {}],
])('an installation reads %s', (_what, always, configured, expected) => {
  const latest = objects(
    ...['Contact', 'Account'].map((objectName) => ({
      objectName,
      ...(always.includes(objectName) && { enabled: 'always' as const }),
    })),
  )

  expect(listInstalledReadObjects({ read: { objects: configured } }, latest)).toEqual(expected)
})

const name = fc.constantFrom('A', 'B', 'C', 'D', '__proto__', 'constructor')
const field = fc.oneof(
  fc.record({ fieldName: name }),
  fc.record({ fieldName: name, mapToName: name }),
  fc.record({ mapToName: name }),
)
const object = fc.record({
  objectName: fc.constant('Contact'),
  requiredFields: fc.array(field, { maxLength: 4 }),
  optionalFields: fc.array(field, { maxLength: 4 }),
})
const config = fc.record(
  {
    selectedFields: fc.dictionary(name, fc.boolean(), { noNullPrototype: true }),
    selectedFieldMappings: fc.dictionary(name, fc.oneof(name, fc.constant('')), {
      noNullPrototype: true,
    }),
    selectedFieldsAuto: fc.constant('all' as const),
    schedule: fc.constant('*/15 * * * *'),
  },
  { requiredKeys: [] },
)

it('requests every field of the account if manifest and installation select all', () => {
  const definition = {
    objectName: 'Contact',
    requiredFields: [{ fieldName: 'LastName' }],
    optionalFields: [{ fieldName: 'Email', mapToName: 'email' }],
    optionalFieldsAuto: 'all' as const,
  }
  const live = ['LastName', 'Email', 'City']

  const all = planRead(definition, { selectedFieldsAuto: 'all' }, live)
  const some = planRead(definition, { selectedFields: { City: true } }, live)

  expect(all).toMatchObject({ plain: ['LastName', 'City'], mapped: [{ mapToName: 'email' }] })
  expect(some.fieldNames).toEqual(['LastName', 'City'])
})

it('requests exactly the delivered fields', () => {
  fc.assert(
    fc.property(object, config, (definition, choice) => {
      const before = structuredClone([definition, choice])
      const plan = planRead(definition, choice)

      const delivered = [...plan.plain, ...plan.mapped.map(({ fieldName }) => fieldName)]
      expect([...plan.fieldNames].toSorted()).toEqual([...new Set(delivered)].toSorted())
      expect(new Set(plan.mapped.map(({ mapToName }) => mapToName)).size).toBe(plan.mapped.length)
      expect(plan.schedule).toBe(choice.schedule)
      for (const [mapToName, fieldName] of Object.entries(choice.selectedFieldMappings ?? {})) {
        if (fieldName === '') continue
        expect(plan.mapped).toContainEqual(expect.objectContaining({ mapToName, fieldName }))
      }
      for (const each of definition.requiredFields) {
        if ('fieldName' in each && !('mapToName' in each)) {
          expect(plan.plain).toContain(each.fieldName)
        }
      }
      expect([definition, choice]).toEqual(before)
    }),
  )
})

it('resolves the names of the manifest in a filter, and none that an end user adds', () => {
  const filtered: IntegrationObject = {
    objectName: 'Contact',
    requiredFields: [{ fieldName: 'LastName', mapToName: 'surname' }, { mapToName: 'stage' }],
    filter: {
      and: [
        { fieldName: 'stage', operator: 'eq', value: 'ours' },
        { fieldName: 'surname', operator: 'ne', value: 'x' },
        { fieldName: 'Shared__c', operator: 'eq', value: true },
      ],
    },
  }
  const choices: ReadConfigObject = {
    selectedFieldMappings: { stage: 'Stage__c' },
    selectedValueMappings: { stage: { theirs: 'ours', others: 'ours' } },
    dynamicMappingsInput: [{ mapToName: 'Shared__c', fieldName: 'Title' }],
  }

  const { filter, fieldNames } = planRead(filtered, choices)

  expect(filter).toEqual({
    and: [
      { fieldName: 'Stage__c', operator: 'in', value: ['theirs', 'others', 'ours'] },
      { fieldName: 'LastName', operator: 'ne', value: 'x' },
      { fieldName: 'Shared__c', operator: 'eq', value: true },
    ],
  })
  expect(fieldNames).toContain('Shared__c')
  expect(planRead(filtered, {}).filter).toMatchObject({ and: [{ or: [] }, {}, {}] })
})
