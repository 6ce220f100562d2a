import type { ProviderEvent } from '@platform/connector'
import type { ConfigContent, ManifestIntegration } from '@platform/contract'
import { describe, expect, it } from 'vitest'
import { isHeard, planSubscriptions, union } from './plan-subscribe.ts'

type Declared = NonNullable<NonNullable<ManifestIntegration['subscribe']>['objects']>[number]

const integration = (declared: Partial<Declared> = {}): ManifestIntegration => ({
  name: 'crm',
  provider: 'acme',
  read: {
    objects: [
      {
        objectName: 'contact',
        destination: 'reads',
        requiredFields: [{ fieldName: 'name' }, { fieldName: "$['address']['city']" }],
        optionalFields: [{ fieldName: 'title' }],
      },
    ],
  },
  subscribe: {
    objects: [
      {
        objectName: 'contact',
        destination: 'changes',
        inheritFieldsAndMapping: true,
        createEvent: { enabled: 'always' },
        ...declared,
      },
    ],
  },
})
const reading: ConfigContent = {
  read: { objects: { contact: { selectedFields: { title: true } } } },
}
const configured = (config: object): ConfigContent => ({
  ...reading,
  subscribe: {
    objects: {
      contact: {
        objectName: 'contact',
        destination: 'theirs',
        inheritFieldsAndMappings: true,
        ...config,
      },
    },
  },
})

describe('what an installation hears of', () => {
  it('is what the integration declares, of objects that it reads', () => {
    const [plan] = planSubscriptions(reading, integration())

    expect(plan).toMatchObject({
      objectName: 'contact',
      destination: 'changes',
      create: true,
      read: { fieldNames: ['name', "$['address']['city']", 'title'] },
    })
    expect(plan).not.toHaveProperty('delete')
  })

  it.each<[string, ConfigContent, Partial<Declared>]>([
    ['an object that it does not read', {}, {}],
    ['an object that is switched off', { read: { objects: { contact: { disabled: true } } } }, {}],
    ['no event', reading, { createEvent: undefined }],
    ['what the end user declined', configured({ createEvent: { enabled: 'never' } }), {}],
  ])('is not %s', (_, content, declared) => {
    expect(planSubscriptions(content, integration(declared))).toEqual([])
  })

  it('is heard of on when the integration declares it no more', () => {
    const { subscribe: _gone, ...latest } = integration()

    expect(planSubscriptions(reading, latest, integration())).toHaveLength(1)
  })

  it('follows the configuration where that says something', () => {
    const [plan] = planSubscriptions(
      configured({ deleteEvent: { enabled: 'always' }, inheritFieldsAndMappings: false }),
      integration(),
    )

    expect(plan).toMatchObject({ destination: 'theirs', create: true, delete: true })
    expect(plan?.read.fieldNames).toEqual([])
  })

  it.each<[string, NonNullable<Declared['updateEvent']>, ConfigContent, unknown]>([
    ['all', { enabled: 'always', watchFieldsAuto: 'all' }, reading, 'all'],
    ['named ones', { enabled: 'always', requiredWatchFields: ['name'] }, reading, ['name']],
    [
      'those that are read',
      { enabled: 'always', watchFieldsAuto: 'selected' },
      reading,
      ['name', 'address', 'title'],
    ],
    [
      'those of the configuration',
      { enabled: 'always', watchFieldsAuto: 'all' },
      configured({ updateEvent: { enabled: 'always', requiredWatchFields: ['title'] } }),
      ['title'],
    ],
    [
      'all, by the configuration',
      { enabled: 'always', requiredWatchFields: ['name'] },
      configured({ updateEvent: { enabled: 'always', watchFieldsAuto: 'all' } }),
      'all',
    ],
  ])('watches fields: %s', (_, updateEvent, content, watched) => {
    expect(planSubscriptions(content, integration({ updateEvent }))[0]?.update).toEqual(watched)
  })
})

describe('an event', () => {
  const [plan] = planSubscriptions(
    reading,
    integration({
      updateEvent: { enabled: 'always', requiredWatchFields: ['Name'] },
      otherEvents: ['restore'],
    }),
  )
  const event = (more: Partial<ProviderEvent>): ProviderEvent => ({
    id: '1',
    type: 'update',
    objectName: 'contact',
    recordId: '1',
    time: '2026-01-01T00:00:00Z',
    providerEventType: 'contact.propertyChange',
    rawEvent: {},
    ...more,
  })

  it.each<[boolean, string, Partial<ProviderEvent>]>([
    [true, 'a creation', { type: 'create' }],
    [true, 'a change of a watched field', { fieldsUpdated: ['title', 'name'] }],
    [false, 'a change of others', { fieldsUpdated: ['title'] }],
    [true, 'a change of nobody knows what', {}],
    [false, 'a deletion that is not asked for', { type: 'delete' }],
    [false, 'an association', { type: 'associationUpdate' }],
    [true, 'another that is named', { type: 'other', providerEventType: 'contact.restore' }],
    [false, 'another that is not', { type: 'other', providerEventType: 'contact.merge' }],
    [true, 'what a reading has found', { providerEventType: 'reconciled' }],
  ])('%s: %s', (isWanted, _, more) => {
    expect(isHeard(plan!, event(more))).toBe(isWanted)
  })
})

it('asks a provider once for what several want', () => {
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

  const all = union(
    [
      { objectName: 'contact', create: true, update: ['b'] },
      { objectName: 'Contact', delete: true, update: ['a', 'b'], other: ['merge'] },
      { objectName: 'deal', update: 'all' },
      { objectName: 'deal', update: ['c'] },
    ],
    isSame,
  )

  expect(all).toEqual([
    { objectName: 'contact', create: true, update: ['a', 'b'], delete: true, other: ['merge'] },
    { objectName: 'deal', update: 'all' },
  ])
})
