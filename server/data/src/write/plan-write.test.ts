import type { ConfigContent, ManifestIntegration } from '@platform/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planRead } from '@platform/installations/integrations/read-object'
import { planWrite, toOutgoing } from './plan-write.ts'
import { getOwn, must } from '@platform/kernel/values'

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

const planFor = (objectName: string, config: object = {}) =>
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
    const allowed = planFor('Account', { deletionSettings: { enabled: true } })

    expect(planFor('Account').isDeletionEnabled).toBe(false)
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
    expect(toOutgoing(planFor('Contact'), record, 'create')).toEqual({ fields })
  })

  it('writes names unchanged without an inherited mapping', () => {
    expect(toOutgoing(planFor('Account'), { surname: 'Lind' }, 'create')).toEqual({
      fields: { surname: 'Lind' },
    })
  })

  it('writes objects unchanged where values are mapped, also with a member `toString`', () => {
    const odd = { toString: 1 }

    const { fields } = toOutgoing(planFor('Contact'), { stage: odd }, 'create')

    expect(fields).toEqual({ Stage__c: odd })
  })

  it('separates the ID of updates and deletions from the fields', () => {
    expect(toOutgoing(planFor('Account'), { id: 7, Name: 'Globex' }, 'update')).toEqual({
      id: '7',
      fields: { Name: 'Globex' },
    })
    expect(toOutgoing(planFor('Account'), { id: '7', Name: 'x' }, 'delete')).toEqual({
      id: '7',
      fields: {},
    })
  })

  it('applies defaults for missing values', () => {
    const plan = planFor('Account', {
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
  ] as const)('applies the setting %o in a %s', (setting, type, fields, ifEmpty) => {
    const plan = planFor('Account', { selectedFieldSettings: { Name: setting } })

    const outgoing = toOutgoing(plan, { id: '7', Name: 'Globex' }, type)

    const { id: _, ...written } = outgoing.fields
    expect(written).toEqual(fields)
    expect(outgoing.ifEmpty).toEqual(ifEmpty)
  })

  it('applies a setting of a mapped name to the mapped field', () => {
    const plan = planFor('Contact', {
      selectedFieldSettings: { surname: { default: { stringValue: 'Unknown' } } },
    })

    expect(toOutgoing(plan, {}, 'create').fields).toEqual({ LastName: 'Unknown' })
  })
})

describe('whatever is declared, chosen and sent', () => {
  const names = ['A', 'B', 'C', 'D', '__proto__', 'constructor']
  const name = fc.constantFrom(...names)
  const word = fc.constantFrom('v1', 'v2', 'v3')
  const makeNamed = <T>(of: fc.Arbitrary<T>) => fc.dictionary(name, of, { noNullPrototype: true })
  const field = fc.oneof(
    fc.record({ fieldName: name }),
    fc.record({ fieldName: name, mapToName: name }),
    fc.record({ mapToName: name }),
  )
  const when = { requiredKeys: [] }
  const settings = fc.record(
    {
      default: fc.record({ stringValue: fc.constant('default') }),
      writeOnCreate: fc.constantFrom('always' as const, 'never' as const),
      writeOnUpdate: fc.constantFrom('always' as const, 'never' as const, 'ifEmpty' as const),
    },
    when,
  )
  const world = fc.record({
    fields: fc.array(field, { maxLength: 5 }),
    reads: fc.record(
      { selectedFieldMappings: makeNamed(name), selectedValueMappings: makeNamed(makeNamed(word)) },
      when,
    ),
    inheritMapping: fc.boolean(),
    isWritten: fc.boolean(),
    config: fc.option(
      fc.record(
        {
          selectedFieldSettings: makeNamed(settings),
          deletionSettings: fc.record({ enabled: fc.boolean() }),
        },
        when,
      ),
    ),
    objectName: name,
    record: makeNamed(word),
  })
  type World = typeof world extends fc.Arbitrary<infer One> ? One : never
  const given = (of: (one: World) => void) => fc.assert(fc.property(world, of), { numRuns: 500 })

  const makeIntegration = ({ objectName, fields, inheritMapping, isWritten }: World) => ({
    name: 'crm',
    provider: 'salesforce',
    read: { objects: [{ objectName, destination: 'webhook', requiredFields: fields }] },
    write: { objects: isWritten ? [{ objectName, inheritMapping }] : [] },
  })
  const makeContent = ({ objectName, reads, config }: World): ConfigContent => ({
    read: { objects: { [objectName]: reads } },
    write: { objects: config ? { [objectName]: { objectName, ...config } } : {} },
  })

  it('an object is written only if declared and configured, and deleted only if allowed', () => {
    given((one) => {
      const [integration, choices] = [makeIntegration(one), makeContent(one)]
      const before = structuredClone([integration, choices])
      const plan = planWrite(one.objectName, integration, choices)

      expect(plan !== undefined).toBe(one.isWritten && one.config !== null)
      expect(plan?.isDeletionEnabled ?? false).toBe(
        one.isWritten && one.config?.deletionSettings?.enabled === true,
      )
      expect([integration, choices]).toEqual(before)
    })
  })

  it('a record read by mapped names and values is written back unchanged', () => {
    given((one) => {
      const integration = makeIntegration({ ...one, isWritten: true })
      const choices = makeContent({ ...one, config: {} })
      const plan = must(planWrite(one.objectName, integration, choices), 'plan')
      const { mapped } = planRead(must(integration.read.objects[0], 'object'), one.reads)
      const offered = new Set(
        one.fields.flatMap((each) => ('mapToName' in each ? each.mapToName : [])),
      )
      const { fields } = toOutgoing(plan, one.record, 'create')

      if (!one.inheritMapping) {
        expect(fields).toEqual(one.record)
        return
      }
      const targets = mapped.map(({ fieldName }) => fieldName)
      for (const { mapToName, fieldName, values } of mapped) {
        const isAlone = targets.filter((target) => target === fieldName).length === 1
        if (!isAlone || !Object.hasOwn(one.record, mapToName)) continue
        // The record may use its own name for another field.
        if (Object.hasOwn(one.record, fieldName) && mapToName !== fieldName) continue
        const sent = Object.entries(fields).find(([key]) => key === fieldName)?.[1]
        const value = must(getOwn(one.record, mapToName), 'value')
        const isMeant = Object.values(values ?? {}).includes(value)
        expect(isMeant ? getOwn(values, String(sent)) : sent).toBe(value)
      }
      const known = new Set([
        ...targets,
        ...Object.keys(one.record).filter((key) => !offered.has(key)),
      ])
      for (const key of Object.keys(fields)) expect(known).toContain(key)
    })
  })

  it('settings control when a field is written, and defaults apply only to missing values', () => {
    given((one) => {
      const integration = makeIntegration({ ...one, isWritten: true, inheritMapping: false })
      const choices = makeContent({ ...one, config: one.config ?? {} })
      const plan = must(planWrite(one.objectName, integration, choices), 'plan')
      const created = toOutgoing(plan, one.record, 'create')
      const updated = toOutgoing(plan, { ...one.record, id: '1' }, 'update')
      const deleted = toOutgoing(plan, { ...one.record, id: '1' }, 'delete')

      expect(deleted).toEqual({ id: '1', fields: {} })
      expect([updated.id, created.ifEmpty]).toEqual(['1', undefined])
      for (const key of names) {
        const setting = getOwn(one.config?.selectedFieldSettings ?? {}, key)
        const stands = setting?.default?.stringValue
        const value = getOwn(one.record, key)
        const onCreate = setting?.writeOnCreate === 'never' ? undefined : (value ?? stands)
        const onUpdate = value ?? (setting?.writeOnUpdate === undefined ? undefined : stands)
        const isKept = setting?.writeOnUpdate === 'never'

        expect(getOwn(created.fields, key)).toBe(onCreate)
        expect(getOwn(updated.fields, key)).toBe(isKept ? undefined : onUpdate)
        expect(updated.ifEmpty?.includes(key) ?? false).toBe(
          setting?.writeOnUpdate === 'ifEmpty' && onUpdate !== undefined,
        )
      }
    })
  })
})
