import { ProviderError, type CustomFieldDefinition } from '@platform/connector'
import { must } from '@platform/kernel/values'
import { listSeeds, pickBy, randomFrom } from '@platform/testing/seeded'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeFieldCallsOdd } from './testing/odd-crm/distort-writes.ts'
import { crmKinds, crms, openOddCrms, type CrmKind } from './testing/odd-crm/open-crms.ts'

/**
 * Upserts of custom fields at both CRMs behind a proxy whose replies are odd in ways chosen by seed.
 * A field that is reported as written exists with all values, and no value is lost.
 */
const seeds = listSeeds(10)

let odd: Awaited<ReturnType<typeof openOddCrms>>
beforeAll(async () => {
  odd = await openOddCrms(1)
})
afterAll(() => odd.close())

const define = (fieldName: string, values: readonly string[]): CustomFieldDefinition => ({
  fieldName,
  displayName: fieldName,
  valueType: 'singleSelect',
  stringOptions: { values: [...values] },
})

/** Returns the values of a field, directly from the CRM; undefined if there is no such field. */
async function listValues(kind: CrmKind, fieldName: string): Promise<string[] | undefined> {
  const { connector, client } = odd.open(kind, true)
  const { fields } = await connector.describeObject(client, crms[kind].object)
  return fields[fieldName]?.values?.map(({ value }) => value)
}

const counts = { written: 0, refused: 0 }

describe.each(crmKinds)('odd upserts of fields at %s', (kind) => {
  it.each(seeds)('seed %i: what is reported as written is there', async (seed) => {
    const random = randomFrom(seed)
    const pick = pickBy(random)
    const { object } = crms[kind]
    const fieldName = kind === 'salesforce' ? `Crop${seed}__c` : `crop${seed}`
    const direct = odd.open(kind, true)
    const isThere = random() < 0.6
    if (isThere) {
      const first = define(fieldName, ['Apple', 'Birch'])
      await must(direct.connector.customFields, 'custom fields').upsert(direct.client, {
        fields: { [object]: [first] },
      })
      expect(await listValues(kind, fieldName)).toEqual(['Apple', 'Birch'])
    }
    odd.oddness[kind] = makeFieldCallsOdd(random, { kind, share: pick([0, 0.1, 0.3]) })

    const { connector, client } = odd.open(kind)
    const upsert = must(connector.customFields, 'custom fields').upsert(client, {
      fields: { [object]: [define(fieldName, ['Birch', 'Cherry'])] },
    })
    const result = await upsert.catch((error: unknown) => {
      if (error instanceof ProviderError) return undefined
      throw error
    })

    const outcome = result?.fields[object]?.[fieldName]
    const values = await listValues(kind, fieldName)
    const isWritten = outcome !== undefined && outcome.error === undefined
    counts[isWritten ? 'written' : 'refused']++
    if (isThere) expect(values).toEqual(expect.arrayContaining(['Apple', 'Birch']))
    const isHidden = outcome?.warnings?.some((warning) => warning.includes('not visible')) === true
    if (isWritten && !isHidden) expect(values).toEqual(expect.arrayContaining(['Birch', 'Cherry']))
  })
})

it('writes often enough for these checks to mean something', () => {
  if (seeds.length < 10) return
  expect(counts.written / (counts.written + counts.refused)).toBeGreaterThan(0.4)
  expect(counts.refused).toBeGreaterThan(0)
})
