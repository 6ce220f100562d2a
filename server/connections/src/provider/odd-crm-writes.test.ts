import { ProviderError, type ConnectorWrite, type ConnectorWriteResult } from '@platform/connector'
import { must } from '@platform/kernel/values'
import { listSeeds, pickBy, randomFrom } from '@platform/testing/seeded'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWritesOdd } from './testing/odd-crm/distort-writes.ts'
import { crmKinds, crms, openOddCrms, type CrmKind } from './testing/odd-crm/open-crms.ts'

/**
 * Writes to both CRMs behind a proxy whose replies are odd in ways chosen by seed. The result of each
 * record is what the CRM holds, or says that it is not known.
 */
const seeds = listSeeds(12)
const maxAttempts = 5

let odd: Awaited<ReturnType<typeof openOddCrms>>
beforeAll(async () => {
  odd = await openOddCrms(10)
  await makeKeyField()
})
afterAll(() => odd.close())

/** Creates the key field of upserts at Salesforce. */
async function makeKeyField(): Promise<void> {
  const { client, connector } = odd.open('salesforce', true)
  await client.request({
    method: 'POST',
    path: '/services/data/v60.0/tooling/sobjects/CustomField',
    body: {
      FullName: 'Contact.Key__c',
      Metadata: { label: 'Key', type: 'Text', length: 40, externalId: true, unique: true },
    },
  })
  const key = { fieldName: 'Key__c', displayName: 'Key', valueType: 'string' } as const
  await must(connector.customFields, 'custom fields').upsert(client, { fields: { Contact: [key] } })
}

type Result = 'written' | 'refused' | 'unknown'

const toResult = (result: ConnectorWriteResult): Result => {
  if (result.success) return 'written'
  return result.error.isOutcomeUnknown ? 'unknown' : 'refused'
}

/** Writes like the engine: what may be repeated without harm is, and a create is not. */
async function write(kind: CrmKind, request: ConnectorWrite): Promise<ConnectorWriteResult[]> {
  const { connector, client } = odd.open(kind)
  const writing = must(connector.writing, 'writing')
  const results = new Map<number, ConnectorWriteResult>()
  const doubts = new Map<number, ConnectorWriteResult>()
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const pending = request.records.map((_, n) => n).filter((n) => isOpen(results.get(n)))
    if (pending.length === 0) break
    const records = pending.map((n) => must(request.records[n], 'record'))
    const some = await writing.write(client, { ...request, records }).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      return records.map((): ConnectorWriteResult => ({ success: false, error }))
    })
    for (const [at, n] of pending.entries()) {
      const result = must(some[at], 'result')
      results.set(n, result)
      if (toResult(result) === 'unknown') doubts.set(n, result)
    }
  }
  // What an earlier attempt may have written is not refused by a later one.
  return request.records.map((_, n) => {
    const result = must(results.get(n), 'result')
    return toResult(result) === 'refused' ? (doubts.get(n) ?? result) : result
  })

  function isOpen(result: ConnectorWriteResult | undefined): boolean {
    if (!result) return true
    if (result.success) return false
    return result.error.isOutage && !(request.type === 'create' && result.error.isOutcomeUnknown)
  }
}

interface Held {
  id: string
  value: unknown
}

/** Returns the records with this name, directly from the CRM. */
async function find(kind: CrmKind, name: string): Promise<Held[]> {
  const { connector, client } = odd.open(kind, true)
  const valueField = kind === 'salesforce' ? 'Title' : 'jobtitle'
  const { records } = await must(connector.search, 'search')(client, {
    objectName: crms[kind].object,
    fieldNames: [crms[kind].name, valueField],
    filters: [{ fieldName: crms[kind].name, value: name }],
  })
  return records.map(({ id, raw }) => ({
    id,
    value: connector.fieldValue(raw, valueField) ?? null,
  }))
}

const counts = { written: 0, refused: 0, unknown: 0 }

/** Compares a result with what the CRM holds. */
function check(
  result: ConnectorWriteResult,
  held: readonly Held[],
  { before, after }: { before: readonly unknown[]; after: readonly unknown[] },
): void {
  const is = toResult(result)
  counts[is]++
  const values = held.map(({ value }) => value)
  if (is === 'unknown') expect([before, after]).toContainEqual(values)
  else expect({ is, values }).toEqual({ is, values: is === 'written' ? after : before })
  if (result.success && result.recordId !== undefined && held[0]) {
    expect(result.recordId.slice(0, 15)).toBe(held[0].id.slice(0, 15))
  }
}

describe.each(crmKinds)('odd writes to %s', (kind) => {
  const { object, name, key, upsertKey } = crms[kind]
  const valueField = kind === 'salesforce' ? 'Title' : 'jobtitle'

  it.each(seeds)('seed %i: results are what the CRM holds', async (seed) => {
    const random = randomFrom(seed)
    const pick = pickBy(random)
    odd.oddness[kind] = makeWritesOdd(random, { kind, share: pick([0, 0.2, 0.5]) })
    const count = pick([1, 2, 5])
    const isWrong = Array.from({ length: count }, () => random() < 0.2)
    const names = isWrong.map((_, n) => `W${seed}-${n}`)
    const fields = names.map((text, n) => ({
      [name]: text,
      [valueField]: 'first',
      ...(kind === 'salesforce' && { [upsertKey]: `k${seed}-${n}` }),
      [key]: isWrong[n] ? 'not an address' : `w${seed}-${n}@acme.test`,
    }))

    const created = await write(kind, {
      objectName: object,
      type: 'create',
      records: fields.map((one) => ({ fields: one })),
    })
    for (const [n, result] of created.entries()) {
      const held = await find(kind, must(names[n], 'name'))
      check(result, held, { before: [], after: ['first'] })
    }

    // The records that exist now.
    const there = (await Promise.all(names.map((text) => find(kind, text)))).flat()
    if (there.length > 0) {
      const updated = await write(kind, {
        objectName: object,
        type: 'update',
        records: there.map(({ id }) => ({ id, fields: { [valueField]: 'second' } })),
      })
      const now = await Promise.all(names.map((text) => find(kind, text)))
      for (const [n, result] of updated.entries()) {
        const held = now.flat().filter(({ id }) => id === there[n]?.id)
        check(result, held, { before: ['first'], after: ['second'] })
      }
    }

    const good = fields.filter((_, n) => !isWrong[n])
    if (good.length === 0) return
    const beforeUpsert = await Promise.all(good.map((one) => find(kind, String(one[name]))))
    const upserted = await write(kind, {
      objectName: object,
      type: 'upsert',
      keyFieldName: upsertKey,
      records: good.map((one) => ({ fields: { ...one, [valueField]: 'third' } })),
    })
    for (const [n, result] of upserted.entries()) {
      const held = await find(kind, String(good[n]?.[name]))
      const before = must(beforeUpsert[n], 'before').map(({ value }) => value)
      check(result, held, { before, after: ['third'] })
    }

    const last = (await Promise.all(names.map((text) => find(kind, text)))).flat()
    const values = last.map(({ value }) => value)
    if (last.length === 0) return
    const deleted = await write(kind, {
      objectName: object,
      type: 'delete',
      records: last.map(({ id }) => ({ id, fields: {} })),
    })
    const rest = (await Promise.all(names.map((text) => find(kind, text)))).flat()
    for (const [n, result] of deleted.entries()) {
      const held = rest.filter(({ id }) => id === last[n]?.id)
      check(result, held, { before: [values[n]], after: [] })
    }
  })
})

it('writes often enough for these checks to mean something', () => {
  if (seeds.length < 12) return
  const all = counts.written + counts.refused + counts.unknown
  expect(counts.written / all).toBeGreaterThan(0.4)
  expect(counts.refused).toBeGreaterThan(0)
  expect(counts.unknown).toBeGreaterThan(0)
})
