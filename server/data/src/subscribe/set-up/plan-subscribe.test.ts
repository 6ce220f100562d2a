import type { ProviderEvent } from '@platform/connector'
import type { ConfigContent, ManifestIntegration } from '@platform/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planRead } from '@platform/installations/integrations/read-object'
import { getOwn } from '@platform/kernel/values'
import { isHeard, planSubscriptions, combineSubscriptions } from './plan-subscribe.ts'

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
const makeConfig = (config: object): ConfigContent => ({
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

describe('changes received by an installation', () => {
  it('include every field of the account if selected', () => {
    const declared = integration({
      updateEvent: { enabled: 'always', watchFieldsAuto: 'selected' },
    })
    for (const object of declared.read?.objects ?? []) object.optionalFieldsAuto = 'all'
    const chosen = { read: { objects: { contact: { selectedFieldsAuto: 'all' as const } } } }

    expect(planSubscriptions(chosen, declared)).toMatchObject([{ update: 'all' }])
    expect(planSubscriptions(reading, declared)).toMatchObject([
      { update: ['name', 'address', 'title'] },
    ])
  })

  it('are those declared, for objects that are read', () => {
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
    ['what the end user declined', makeConfig({ createEvent: { enabled: 'never' } }), {}],
  ])('are not %s', (_, content, declared) => {
    expect(planSubscriptions(content, integration(declared))).toEqual([])
  })

  it('continue when the integration no longer declares them', () => {
    const { subscribe: _gone, ...latest } = integration()

    expect(planSubscriptions(reading, latest, integration())).toHaveLength(1)
  })

  it('prefer the configuration', () => {
    const [plan] = planSubscriptions(
      makeConfig({ deleteEvent: { enabled: 'always' }, inheritFieldsAndMappings: false }),
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
      makeConfig({ updateEvent: { enabled: 'always', requiredWatchFields: ['title'] } }),
      ['title'],
    ],
    [
      'all, by the configuration',
      { enabled: 'always', requiredWatchFields: ['name'] },
      makeConfig({ updateEvent: { enabled: 'always', watchFieldsAuto: 'all' } }),
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

it('subscribes once for several installations', () => {
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

  const all = combineSubscriptions(
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

describe('whatever is declared, installed and chosen', () => {
  const name = fc.constantFrom('A', 'B', '__proto__', 'constructor')
  const fieldName = fc.constantFrom('f1', 'f2', "$['f3']['inner']")
  const when = { requiredKeys: [] }
  const toggle = fc.constantFrom('always' as const, 'never' as const)
  const watched = {
    requiredWatchFields: fc.array(fc.constantFrom('f1', 'f2'), { minLength: 1, maxLength: 2 }),
  }
  const on = fc.constant({ enabled: 'always' as const })
  const declared = fc
    .record(
      {
        inheritFieldsAndMapping: fc.boolean(),
        createEvent: on,
        updateEvent: fc.oneof(
          fc.record({ enabled: fc.constant('always' as const), ...watched }),
          fc.record({
            enabled: fc.constant('always' as const),
            watchFieldsAuto: fc.constantFrom('all' as const, 'selected' as const),
          }),
        ),
        deleteEvent: on,
        associationChangeEvent: fc.record({ enabled: fc.constant('always' as const) }),
        otherEvents: fc.array(fc.constantFrom('x.y', 'z'), { maxLength: 2 }),
      },
      when,
    )
    .chain((events) => fc.record({ objectName: name }).map((one) => ({ ...one, ...events })))
  const subscribed = fc
    .uniqueArray(declared, { maxLength: 3, selector: ({ objectName }) => objectName })
    .map((objects) => objects.map((object) => ({ destination: 'changes', ...object })))
  const chosen = fc.record(
    {
      createEvent: fc.record({ enabled: toggle }),
      updateEvent: fc.record({ enabled: toggle, ...watched }, { requiredKeys: ['enabled'] }),
      deleteEvent: fc.record({ enabled: toggle }),
      inheritFieldsAndMappings: fc.boolean(),
      destination: fc.constant('theirs'),
    },
    when,
  )
  const makeNamed = <T>(of: fc.Arbitrary<T>) =>
    fc.dictionary(name, of, { noNullPrototype: true, maxKeys: 3 })
  const world = fc.record({
    latest: subscribed,
    installed: subscribed,
    fields: fc.array(fc.record({ fieldName }), { maxLength: 2 }),
    reads: makeNamed(fc.record({ disabled: fc.boolean() }, when)),
    chosen: makeNamed(chosen),
  })

  it('follow the latest definition and the configuration', () => {
    fc.assert(
      fc.property(world, (one) => {
        const readObjects = ['A', 'B', '__proto__', 'constructor'].map((objectName) => ({
          objectName,
          destination: 'reads',
          requiredFields: one.fields,
        }))
        const makeIntegration = (objects: typeof one.latest) =>
          ({
            name: 'crm',
            provider: 'acme',
            read: { objects: readObjects },
            subscribe: { objects },
          }) as ManifestIntegration
        const content = {
          read: { objects: one.reads },
          subscribe: { objects: one.chosen },
        } as ConfigContent
        const [latest, installed] = [makeIntegration(one.latest), makeIntegration(one.installed)]
        const before = structuredClone([latest, installed, content])
        const plans = planSubscriptions(content, latest, installed)

        expect([latest, installed, content]).toEqual(before)
        expect(new Set(plans.map(({ objectName }) => objectName)).size).toBe(plans.length)
        for (const object of readObjects) {
          const { objectName } = object
          const definition = [...one.latest, ...one.installed].find(
            (each) => each.objectName === objectName,
          )
          const [read, choice] = [getOwn(one.reads, objectName), getOwn(one.chosen, objectName)]
          const plan = plans.find((each) => each.objectName === objectName)
          const isThere = definition && (read || choice) && !read?.disabled
          const says = (event: 'createEvent' | 'updateEvent' | 'deleteEvent') => {
            const ownWord = choice?.[event]?.enabled
            return isThere ? (ownWord ? ownWord === 'always' : Boolean(definition[event])) : false
          }
          const association = Boolean(isThere && definition.associationChangeEvent)
          const others = isThere ? (definition.otherEvents ?? []) : []
          const heard = [says('createEvent'), says('updateEvent'), says('deleteEvent'), association]

          expect([
            plan?.create ?? false,
            plan?.update !== undefined,
            plan?.delete ?? false,
            plan?.association ?? false,
          ]).toEqual(heard)
          expect(plan?.other ?? []).toEqual(others)
          expect(plan !== undefined).toBe(heard.some(Boolean) || others.length > 0)
          if (!plan || !definition) continue
          const inherits =
            definition.inheritFieldsAndMapping === true &&
            choice?.inheritFieldsAndMappings !== false
          expect(plan.destination).toBe(choice?.destination ?? 'changes')
          expect(plan.read.fieldNames).toEqual(
            inherits ? planRead(object, read ?? {}).fieldNames : [],
          )
          const theirs = choice?.updateEvent?.requiredWatchFields
          const required = { requiredWatchFields: undefined, ...definition.updateEvent }
          if (plan.update !== undefined && theirs) expect(plan.update).toEqual(theirs)
          else if (plan.update !== undefined && required.requiredWatchFields) {
            expect(plan.update).toEqual(required.requiredWatchFields)
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('requests only subscribed changes', () => {
    const objects = fc.array(
      fc
        .record({
          create: fc.boolean(),
          update: fc.option(
            fc.oneof(
              fc.constant('all' as const),
              fc.uniqueArray(fc.constantFrom('f1', 'f2', 'f3'), { minLength: 1, maxLength: 2 }),
            ),
            { nil: undefined },
          ),
          delete: fc.boolean(),
          association: fc.boolean(),
          other: fc.uniqueArray(fc.constantFrom('x.y', 'z'), { maxLength: 2 }),
        })
        .chain((events) => fc.record({ objectName: name }).map((one) => ({ ...one, ...events }))),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(objects, (wanted) => {
        const asked = combineSubscriptions(wanted, (one, other) => one === other)

        expect(asked.map(({ objectName }) => objectName).toSorted()).toEqual(
          [...new Set(wanted.map(({ objectName }) => objectName))].toSorted(),
        )
        for (const { objectName, create, update, delete: deletes, association, other } of asked) {
          const of = wanted.filter((each) => each.objectName === objectName)
          const all = of.some((each) => each.update === 'all')
          const names = of.flatMap((each) => (Array.isArray(each.update) ? each.update : []))
          expect([create ?? false, deletes ?? false, association ?? false]).toEqual([
            of.some((each) => each.create),
            of.some((each) => each.delete),
            of.some((each) => each.association),
          ])
          expect(Array.isArray(update) ? new Set(update) : update).toEqual(
            all ? 'all' : names.length > 0 ? new Set(names) : undefined,
          )
          expect(new Set(other)).toEqual(new Set(of.flatMap((each) => each.other)))
        }
      }),
    )
  })
})
