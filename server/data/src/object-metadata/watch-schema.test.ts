import type { SchemaChanges, WebhookMessage } from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testPlatform } from '@platform/testing/test-platform'
import { getFirst } from '@platform/kernel/values'
import { watchSchema } from './watch-schema.ts'
import { schemaChanges } from './schema-changes.ts'
import { patiently } from '@platform/testing/patiently'

const manifest = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          mapToName: person
          destination: webhook
          requiredFields:
            - fieldName: LastName
            - fieldName: Title
    watchSchema:
      destination: webhook
      schedule: '0 */6 * * *'
      allObjects:
        fieldCreated: {enabled: always}
        fieldDeleted: {enabled: always}
        fieldChanged: {enabled: always}
`
const level = (values: string[]) => ({
  fieldName: 'Level',
  displayName: 'Level',
  valueType: 'singleSelect',
  stringOptions: { values },
})

let platform: Awaited<ReturnType<typeof testPlatform>>
let id: `inst_${string}`
beforeAll(async () => {
  platform = await testPlatform({ contacts: 1, sourceYaml: manifest })
  await platform.connect()
  ;({ id } = await platform.install('globex', { Contact: {} }))
  await vi.waitFor(async () => expect(await listWatched()).toHaveLength(1), patiently)
})
beforeEach(() => {
  platform.messages.length = 0
})
afterAll(() => platform.close())

const listWatched = () =>
  platform.database.everything.selectFrom('watchedSchemas').select('objectName').execute()

const look = () =>
  watchSchema(platform.services, platform.database.tenant(platform.projectId), {
    projectId: platform.projectId,
    installationId: id,
  })

const schemaMessages = async () => {
  const message = await vi.waitFor(() => {
    const found = platform.messages.find(({ action }) => action === 'schema.watch')
    expect(found).toBeDefined()
    return found!
  }, patiently)
  return { message, changes: message.result as unknown as SchemaChanges }
}

const nextLook = () => sql`key = ${`watch-schema:${id}`}`

/** Milliseconds until the next check. */
const untilNextLook = async () => {
  const { rows } = await sql<{ waitMs: number }>`
    select (extract(epoch from run_at - now()) * 1000)::float8 as wait_ms
    from graphile_worker._private_jobs where ${nextLook()}`.execute(platform.database.everything)
  return getFirst(rows).waitMs
}

const hurry = () =>
  sql`update graphile_worker._private_jobs set run_at = now() where ${nextLook()}`.execute(
    platform.database.everything,
  )

/** The number of messages. */
const schemaEvents = async () => {
  const { count } = await platform.database.everything
    .selectFrom('events')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('type', '=', 'schema.watch')
    .executeTakeFirstOrThrow()
  return count
}

describe('a watched schema', () => {
  it('sends nothing without a change', async () => {
    await look()
    await look()

    expect(await schemaEvents()).toBe(0)
  })

  it('reports a new field and its change', async () => {
    const upsert = (values: string[]) =>
      platform.call('PUT', '/v1/{p}/providers/salesforce/object-metadata', {
        groupRef: 'globex',
        fields: { Contact: [level(values)] },
      })
    await upsert(['Low', 'High'])
    await look()
    const created = await schemaMessages()
    platform.messages.length = 0
    await upsert(['Low', 'High', 'Highest'])
    await look()
    const changed = await schemaMessages()

    expect(created.message).toMatchObject({
      action: 'schema.watch',
      objectName: 'person',
      rawObjectName: 'Contact',
      installationId: id,
      groupRef: 'globex',
      provider: 'salesforce',
      resultInfo: { type: 'inline', numRecords: 1 },
    } satisfies Partial<WebhookMessage>)
    expect(created.changes).toEqual({
      createdFields: [expect.objectContaining({ fieldName: 'Level__c', isCustom: true })],
    })
    expect(changed.changes.changedFields).toMatchObject([
      { oldSchema: { fieldName: 'Level__c' }, newSchema: { fieldName: 'Level__c' } },
    ])
  })

  it('reports a removed field before a read fails', async () => {
    await platform.control.showField('Contact', 'Title', false)

    await look()
    const { changes } = await schemaMessages()

    expect(changes.deletedFields).toMatchObject([{ fieldName: 'Title' }])
    const operations = await platform.database.everything
      .selectFrom('operations')
      .select('status')
      .where('actionType', '=', 'read')
      .where('status', '=', 'failure')
      .execute()
    expect(operations).toEqual([])
  })

  it('is checked again after ten minutes if the provider is unavailable', async () => {
    await platform.control.addFault({ match: { pathRegex: '/describe' }, effect: 'server-error' })

    await look()
    const waitMs = await untilNextLook()
    await platform.control.clearFaults()
    await platform.control.showField('Contact', 'Title', true)
    await hurry()

    const { changes } = await schemaMessages()
    expect(waitMs).toBeGreaterThan(0)
    expect(waitMs).toBeLessThanOrEqual(600_000)
    expect(changes).toEqual({ createdFields: [expect.objectContaining({ fieldName: 'Title' })] })
  })

  it('with more changes than fit a message is delivered as a download', async () => {
    const gone = Array.from({ length: 300 }, (_, n) => [
      `Gone_${n}__c`,
      { fieldName: `Gone_${n}__c`, displayName: 'x'.repeat(1_000) },
    ])
    await sql`update watched_schemas set fields = fields || ${JSON.stringify(Object.fromEntries(gone))}`.execute(
      platform.database.everything,
    )

    await look()
    const { message } = await schemaMessages()

    expect(message).not.toHaveProperty('result')
    expect(message).toMatchObject({
      action: 'schema.watch',
      rawObjectName: 'Contact',
      resultInfo: { type: 'url', numRecords: 300, downloadUrl: expect.any(String) },
    })
    const download = await fetch(message.resultInfo!.downloadUrl!)
    const { deletedFields } = (await download.json()) as SchemaChanges
    expect(deletedFields).toHaveLength(300)
    expect(deletedFields).toContainEqual(
      expect.objectContaining({ fieldName: 'Gone_299__c', displayName: 'x'.repeat(1_000) }),
    )
  })

  it('is not checked without storage quota, and counts while stored', async () => {
    const { everything } = platform.database
    const { tenantLimits } = platform.services
    const max = tenantLimits.storedBytes
    const { rows } = await sql<{ counted: number; kept: number }>`
      select (select sum(bytes)::int from stored_bytes) as counted,
        (select sum(octet_length(content::text))::int from (
          select content from revisions union all select content from configs) c)
        + (select sum(bytes_of(w))::int from watched_schemas w)
        + (select coalesce(sum(bytes_of(c)), 0)::int from custom_fields c) as kept`.execute(
      everything,
    )
    const before = await schemaEvents()
    tenantLimits.storedBytes = 0

    await platform.control.showField('Contact', 'Title', false)
    await look()
    tenantLimits.storedBytes = max
    const without = await schemaEvents()
    await look()

    expect(getFirst(rows).counted).toBe(getFirst(rows).kept)
    expect([without - before, (await schemaEvents()) - before]).toEqual([0, 1])
    await platform.control.showField('Contact', 'Title', true)
    await look()
  })

  it('reports once what several processes detect at the same time', async () => {
    const before = await schemaEvents()
    await platform.control.showField('Contact', 'Title', false)
    await Promise.all([look(), look(), look()])
    const gone = await schemaEvents()
    await platform.control.showField('Contact', 'Title', true)
    await Promise.all([look(), look(), look()])

    expect([gone - before, (await schemaEvents()) - before]).toEqual([1, 2])
  })

  it('reports nothing for a disabled object', async () => {
    await platform.call('PATCH', `/v1/{p}/integrations/crm/installations/${id}?skipSampling=true`, {
      updateMask: ['config.content.read.objects.Contact.disabled'],
      installation: { config: { content: { read: { objects: { Contact: { disabled: true } } } } } },
    })
    const before = await schemaEvents()
    await platform.control.showField('Contact', 'Title', false)
    await look()

    expect(await schemaEvents()).toBe(before)
  })
})

it('reports only watched fields', () => {
  const field = (fieldName: string, displayName = fieldName) => ({ fieldName, displayName })
  const before = { a: field('a'), b: field('b') }
  const now = { b: field('b', 'B'), c: field('c') }
  const always = { enabled: 'always' as const }

  expect(schemaChanges(before, now, { fieldDeleted: always })).toEqual({
    deletedFields: [field('a')],
  })
  expect(schemaChanges(before, before, { fieldCreated: always })).toBeUndefined()
})
