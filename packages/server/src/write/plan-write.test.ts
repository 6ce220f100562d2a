import type { ConfigContent, ManifestIntegration } from '@platform/contract'
import { describe, expect, it } from 'vitest'
import { planWrite, toOutgoing } from './plan-write.ts'
import { must } from '../values/must.ts'

const latest: ManifestIntegration = {
  name: 'crm',
  provider: 'salesforce',
  read: {
    objects: [
      {
        objectName: 'Contact',
        destination: 'webhook',
        requiredFields: [
          { fieldName: 'LastName', mapToName: 'surname' },
          { mapToName: 'stage' },
          { fieldName: 'MailingCity', mapToName: "$['address']['city']" },
        ],
        optionalFields: [{ mapToName: 'nickname' }],
      },
    ],
  },
  write: {
    objects: [
      { objectName: 'Contact', inheritMapping: true },
      { objectName: 'Account', valueDefaults: { allowAnyFields: true } },
    ],
  },
}

const content = (write: NonNullable<ConfigContent['write']>['objects']): ConfigContent => ({
  read: {
    objects: {
      Contact: {
        selectedFieldMappings: { stage: 'Stage__c' },
        selectedValueMappings: { stage: { Hot: 'won', Warm: 'open', Tepid: 'open' } },
      },
    },
  },
  write: { objects: write },
})

const planned = (objectName: string, config: object = {}) =>
  must(
    planWrite(objectName, latest, content({ [objectName]: { objectName, ...config } })),
    `plan to write ${objectName}`,
  )

describe('planWrite', () => {
  it('plans nothing for an object that the integration does not write', () => {
    expect(planWrite('Lead', latest, content({ Lead: { objectName: 'Lead' } }))).toBeUndefined()
  })

  it('plans nothing for an object that the installation does not write', () => {
    expect(planWrite('Contact', latest, content({}))).toBeUndefined()
  })

  it('deletes only where the installation allows it', () => {
    const allowed = planned('Account', { deletionSettings: { enabled: true } })

    expect(planned('Account').isDeletionEnabled).toBe(false)
    expect(allowed.isDeletionEnabled).toBe(true)
  })
})

describe('toOutgoing', () => {
  it.each([
    ['the provider’s own names as they are', { Email: 'a@b.example' }, { Email: 'a@b.example' }],
    ['mapped names as the provider’s', { surname: 'Lind' }, { LastName: 'Lind' }],
    ['values backwards', { stage: 'won' }, { Stage__c: 'Hot' }],
    ['the first of two values that mean the same', { stage: 'open' }, { Stage__c: 'Warm' }],
    ['several values backwards', { stage: ['won', 'open'] }, { Stage__c: ['Hot', 'Warm'] }],
    ['values without a mapping as they are', { stage: 'lost' }, { Stage__c: 'lost' }],
    ['nested names as the provider’s', { address: { city: 'Oslo' } }, { MailingCity: 'Oslo' }],
    ['nothing of a field that nobody has mapped', { nickname: 'Ana', Email: 'a' }, { Email: 'a' }],
    ['an empty value', { surname: null }, { LastName: null }],
  ])('writes %s', (_case, record, fields) => {
    expect(toOutgoing(planned('Contact'), record, 'create')).toEqual({ fields })
  })

  it('writes names as they are where the mapping is not inherited', () => {
    expect(toOutgoing(planned('Account'), { surname: 'Lind' }, 'create')).toEqual({
      fields: { surname: 'Lind' },
    })
  })

  it('keeps the ID of an update and of a deletion out of the fields', () => {
    expect(toOutgoing(planned('Account'), { id: 7, Name: 'Globex' }, 'update')).toEqual({
      id: '7',
      fields: { Name: 'Globex' },
    })
    expect(toOutgoing(planned('Account'), { id: '7', Name: 'x' }, 'delete')).toEqual({
      id: '7',
      fields: {},
    })
  })

  it('fills in defaults that the record has no value for', () => {
    const plan = planned('Account', {
      selectedValueDefaults: {
        Source: { value: 'app' },
        Owner: { value: 'Ana', applyOnUpdate: 'always' },
      },
    })

    expect(toOutgoing(plan, {}, 'create').fields).toEqual({ Source: 'app', Owner: 'Ana' })
    expect(toOutgoing(plan, { Source: 'web' }, 'create').fields).toMatchObject({ Source: 'web' })
    expect(toOutgoing(plan, { id: '7' }, 'update').fields).toEqual({ Owner: 'Ana' })
  })

  it.each([
    [{ writeOnCreate: 'never' }, 'create', {}, undefined],
    [{ writeOnCreate: 'never' }, 'update', { Name: 'Globex' }, undefined],
    [{ writeOnUpdate: 'never' }, 'update', {}, undefined],
    [{ writeOnUpdate: 'ifEmpty' }, 'update', { Name: 'Globex' }, ['Name']],
    [{ writeOnUpdate: 'ifEmpty' }, 'create', { Name: 'Globex' }, undefined],
  ] as const)('keeps to the setting %o in a %s', (setting, type, fields, ifEmpty) => {
    const plan = planned('Account', { selectedFieldSettings: { Name: setting } })

    const outgoing = toOutgoing(plan, { id: '7', Name: 'Globex' }, type)

    const { id: _, ...written } = outgoing.fields
    expect(written).toEqual(fields)
    expect(outgoing.ifEmpty).toEqual(ifEmpty)
  })

  it('means the mapped field by a setting of its mapped name', () => {
    const plan = planned('Contact', {
      selectedFieldSettings: { surname: { default: { stringValue: 'Unknown' } } },
    })

    expect(toOutgoing(plan, {}, 'create').fields).toEqual({ LastName: 'Unknown' })
  })
})
