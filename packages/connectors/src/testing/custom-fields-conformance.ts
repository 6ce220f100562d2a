import type {
  Connector,
  CustomFieldDefinition,
  FieldDefinitions,
  ProviderClient,
  ProviderRequest,
  UpsertFieldsResult,
} from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../require-value.ts'
import type { RehearsalClient } from './provider-client.ts'

export interface CustomFieldsConformance {
  connector: Connector
  /** Objects to create fields for. */
  objectNames: readonly [string, string, ...string[]]
  /** Returns a name that is identical at the provider and in a definition. */
  nameOf(name: string): string
  /** Reports whether a call writes; calls for credentials do not count. */
  writes(request: ProviderRequest): boolean
  /** Includes tests with hundreds of fields or a crash at every call. */
  isThorough: boolean
  rehearse(): {
    client: RehearsalClient
    /** Delays every call from now on; not possible with recorded replies. */
    slowDown?(delayMs: number): Promise<unknown>
    /** Makes the provider reject this number of calls with this path. */
    fail(effect: 'permission-lost' | 'unavailable', path: string): Promise<unknown>
    /** Part of the path of a call that writes fields. */
    writePath: string
  }
}

/** Tests what the engine requires of custom fields at any provider. */
export function behavesAsCustomFields({
  connector,
  objectNames,
  nameOf,
  writes,
  isThorough,
  rehearse,
}: CustomFieldsConformance): void {
  const customFields = requireValue(connector.customFields)
  const [objectName, otherObject] = objectNames
  const text = (
    fieldName: string,
    rest: Partial<CustomFieldDefinition> = {},
  ): CustomFieldDefinition => ({
    fieldName: nameOf(fieldName),
    displayName: fieldName,
    valueType: 'string',
    ...rest,
  })
  const everyType = (prefix: string): CustomFieldDefinition[] => [
    text(`${prefix}_text`, { stringOptions: { length: 80 }, description: 'A & B <c> "d"' }),
    text(`${prefix}_long`, { stringOptions: { length: 4_000 } }),
    text(`${prefix}_flag`, { valueType: 'boolean' }),
    text(`${prefix}_day`, { valueType: 'date' }),
    text(`${prefix}_time`, { valueType: 'datetime' }),
    text(`${prefix}_count`, { valueType: 'int' }),
    text(`${prefix}_score`, { valueType: 'float', numericOptions: { precision: 5, scale: 2 } }),
    text(`${prefix}_tier`, {
      valueType: 'singleSelect',
      stringOptions: { values: ['gold', 'silver'] },
    }),
    text(`${prefix}_tags`, {
      valueType: 'multiSelect',
      stringOptions: { values: ['a', 'b', 'c'] },
    }),
  ]
  const upsert = (client: ProviderClient, fields: FieldDefinitions, dryRun = false) =>
    customFields.upsert(client, { fields, dryRun })
  const listWrites = ({ requests }: RehearsalClient) => requests.filter(writes)
  const listOutcomes = ({ fields }: UpsertFieldsResult) =>
    Object.values(fields).flatMap(Object.values)
  const listActions = (result: UpsertFieldsResult) => [
    ...new Set(listOutcomes(result).map(({ action }) => action)),
  ]

  describe('upsert of custom fields', () => {
    it('creates fields of every type, which the description then contains', async () => {
      const { client } = rehearse()
      const definitions = everyType('shown')

      const result = await upsert(client, { [objectName]: definitions })

      expect(result.success).toBe(true)
      expect(listActions(result)).toEqual(['create'])
      const { fields } = await connector.describeObject(client, objectName)
      for (const { fieldName, displayName, valueType } of definitions) {
        const { metadata } = requireValue(requireValue(result.fields[objectName])[fieldName])
        const described = fields[String(requireValue(metadata).providerFieldName)]
        expect(described).toMatchObject({ displayName, isCustom: true })
        expect([valueType, 'float']).toContain(requireValue(described).valueType)
      }
    })

    it('returns none and writes nothing for a repeated request', async () => {
      const { client } = rehearse()
      const fields = { [objectName]: everyType('twice'), [otherObject]: everyType('twice') }
      await upsert(client, fields)
      client.requests.length = 0

      const again = await upsert(client, fields)

      expect(again.success).toBe(true)
      expect(listActions(again)).toEqual(['none'])
      expect(listWrites(client)).toEqual([])
    })

    it('changes differences and keeps existing options', async () => {
      const { client } = rehearse()
      const tier = (values: string[], displayName = 'Tier'): CustomFieldDefinition =>
        text('union_tier', { displayName, valueType: 'singleSelect', stringOptions: { values } })
      await upsert(client, { [objectName]: [tier(['gold', 'silver'])] })

      const changed = await upsert(client, { [objectName]: [tier(['bronze', 'gold'], 'Level')] })
      const again = await upsert(client, { [objectName]: [tier(['bronze', 'gold'], 'Level')] })

      const outcome = requireValue(requireValue(changed.fields[objectName])[nameOf('union_tier')])
      expect(outcome.action).toBe('update')
      expect(outcome.warnings?.join()).toContain('silver')
      const { fields } = await connector.describeObject(client, objectName)
      const described = requireValue(
        fields[String(requireValue(outcome.metadata).providerFieldName)],
      )
      expect(described.displayName).toBe('Level')
      expect(requireValue(described.values).map(({ value }) => value)).toEqual([
        'gold',
        'silver',
        'bronze',
      ])
      expect(listActions(again)).toEqual(['none'])
    })

    it('only prints planned changes in a dry run', async () => {
      const { client } = rehearse()
      const fields = { [objectName]: [text('dry')] }
      client.requests.length = 0

      const result = await upsert(client, fields, true)

      expect(listActions(result)).toEqual(['create'])
      expect(listWrites(client)).toEqual([])
      expect(listActions(await upsert(client, fields))).toEqual(['create'])
    })

    it('refuses a field of another type and applies the others', async () => {
      const { client } = rehearse()
      await upsert(client, { [objectName]: [text('clash')] })

      const result = await upsert(client, {
        [objectName]: [text('clash', { valueType: 'date' }), text('beside')],
      })

      const outcomes = requireValue(result.fields[objectName])
      expect(result.success).toBe(false)
      expect(outcomes[nameOf('clash')]).toMatchObject({
        action: 'none',
        error: { failure: 'conflict' },
      })
      expect(outcomes[nameOf('beside')]).toMatchObject({ action: 'create' })
    })

    it('throws for an unknown object', async () => {
      const attempt = upsert(rehearse().client, { Butterflies: [text('wing')] })

      await expect(attempt).rejects.toMatchObject({
        failure: expect.stringMatching(/^(bad-request|not-found)$/),
        message: expect.stringContaining('Butterflies'),
      })
    })

    it.each(['permission-lost', 'unavailable'] as const)(
      'throws if no field was applied (%s)',
      async (effect) => {
        const { client, fail, writePath } = rehearse()
        await fail(effect, writePath)

        const attempt = upsert(client, { [objectName]: [text(`nothing_${effect.slice(0, 4)}`)] })

        const failure = effect === 'unavailable' ? 'unavailable' : 'permission'
        await expect(attempt).rejects.toMatchObject({ failure })
      },
    )

    it.runIf(isThorough)('completes an interrupted request without duplicates', async () => {
      const { client } = rehearse()
      const definitions = (round: number) => ({
        [objectName]: everyType(`killed_${round}`),
        [otherObject]: everyType(`killed_${round}`),
      })
      for (let round = 0; round < 100; round += 1) {
        const fields = definitions(round)
        const isWhole = await upsert(dyingAfter(client, round), fields).then(
          () => true,
          (error: Error) => {
            if (error.message !== 'killed') throw error
            return false
          },
        )

        const result = await upsert(client, fields)
        expect(result.success).toBe(true)
        client.requests.length = 0
        expect(listActions(await upsert(client, fields))).toEqual(['none'])
        expect(listWrites(client)).toEqual([])
        const { fields: described } = await connector.describeObject(client, otherObject)
        for (const { metadata } of listOutcomes(result)) {
          expect(described).toHaveProperty(String(requireValue(metadata).providerFieldName))
        }
        if (isWhole) return
      }
      throw new Error('An upsert takes fewer calls than this.')
    })

    it.runIf(isThorough)(
      'reports completed fields after an outage and completes the rest later',
      async () => {
        const { client } = rehearse()
        const many = Array.from({ length: 130 }, (_, n) => text(`outage_${n}`))
        const fields = { [objectName]: many, [otherObject]: many }
        const progress: number[] = []
        let left = 1

        const half = await customFields.upsert(
          {
            metadata: {},
            request: async (request) =>
              writes(request) && request.path.includes(rehearse().writePath) && left-- <= 0
                ? { status: 503, headers: {}, body: 'away' }
                : client.request(request),
          },
          { fields, onProgress: ({ done }) => void progress.push(done) },
        )
        const whole = await upsert(client, fields)

        const done = listOutcomes(half).filter(({ action }) => action === 'create')
        const open = listOutcomes(half).filter(({ error }) => error?.failure === 'unavailable')
        expect(half.success).toBe(false)
        expect(done.length).toBeGreaterThan(0)
        expect(done.length + open.length).toBe(2 * many.length)
        expect(progress).toEqual(progress.toSorted((a, b) => a - b))
        expect(whole.success).toBe(true)
        const created = listOutcomes(whole).filter(({ action }) => action === 'create')
        expect(created).toHaveLength(open.length)
      },
    )

    it.runIf(isThorough)(
      'creates 500 fields on its objects within 15 seconds at 50 ms per call',
      async () => {
        const { client, slowDown } = rehearse()
        const perObject = Math.ceil(500 / objectNames.length)
        const fields = Object.fromEntries(
          objectNames.map((name) => [
            name,
            Array.from({ length: perObject }, (_, n) => text(`many_${n}`)),
          ]),
        )
        await slowDown?.(50)
        const began = Date.now()

        const result = await upsert(client, fields)

        expect(Date.now() - began).toBeLessThan(15_000)
        expect(listActions(result)).toEqual(['create'])
        expect(listOutcomes(result).length).toBeGreaterThanOrEqual(500)
      },
    )
  })

  describe('check of custom fields', () => {
    const findIssues = (definition: Partial<CustomFieldDefinition>) =>
      customFields.check({ [objectName]: [text('fine'), text('odd', definition)] })

    it('accepts fields of every type', () => {
      expect(customFields.check({ [objectName]: everyType('x') })).toEqual([])
    })

    it.each<[string, Partial<CustomFieldDefinition>, string]>([
      ['an unknown type', { valueType: 'colour' }, 'valueType'],
      ['a selection without values', { valueType: 'singleSelect' }, 'stringOptions.values'],
      [
        'a value twice',
        { valueType: 'singleSelect', stringOptions: { values: ['a', 'a'] } },
        'stringOptions.values',
      ],
      [
        'a semicolon among several values',
        { valueType: 'multiSelect', stringOptions: { values: ['a;b'] } },
        'stringOptions.values',
      ],
      [
        'a default that is no value',
        { valueType: 'singleSelect', stringOptions: { values: ['a'], defaultValue: 'b' } },
        'stringOptions.defaultValue',
      ],
      ['a reference to nowhere', { valueType: 'reference' }, 'association'],
      ['a name that is too long', { fieldName: nameOf('x'.repeat(101)) }, 'fieldName'],
      ['a name that begins with a digit', { fieldName: nameOf('1st') }, 'fieldName'],
      ['no name to show', { displayName: ' ' }, 'displayName'],
      ['half a character', { displayName: 'a\ud800' }, 'displayName'],
      ['a NUL', { description: 'a\u0000b' }, 'description'],
      ['a length of zero', { stringOptions: { length: 0 } }, 'stringOptions.length'],
      [
        'a default beyond the greatest value',
        { valueType: 'int', numericOptions: { max: 5, defaultValue: 6 } },
        'numericOptions.defaultValue',
      ],
      ['the same field twice', { fieldName: nameOf('FINE') }, 'fieldName'],
    ])('refuses %s', (_, definition, path) => {
      const issues = findIssues(definition)

      expect(issues).toMatchObject([{ objectName, index: 1, path, message: expect.any(String) }])
    })

    it('rejects an object without fields and one with two spellings', () => {
      const twice = {
        [objectName.toLowerCase()]: [text('a')],
        [objectName.toUpperCase()]: [text('a')],
      }

      expect(customFields.check({ [objectName]: [] })).toMatchObject([{ objectName }])
      expect(customFields.check(twice)).toMatchObject([{ objectName: objectName.toUpperCase() }])
    })
  })
}

/**
 * Returns a client of a process that dies after a number of calls: the next one is executed but not
 * answered.
 */
function dyingAfter(client: RehearsalClient, calls: number): ProviderClient {
  let left = calls
  return {
    metadata: {},
    async request(request) {
      if (left < 0) throw new Error('killed')
      const response = await client.request(request)
      left -= 1
      if (left < 0) throw new Error('killed')
      return response
    },
  }
}
