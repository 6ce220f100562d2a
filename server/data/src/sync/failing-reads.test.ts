import { ProviderError } from '@platform/connector'
import type { Installation, InstallationId } from '@platform/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { manifest, testPlatform } from '@platform/testing/test-platform'
import { must, parseLostFields } from '@platform/kernel/values'
import { findInstallationObject } from './object/store.ts'
import { causes, columnsAfter } from './testing/causes.ts'

let platform: Awaited<ReturnType<typeof testPlatform>>

beforeAll(async () => {
  platform = await testPlatform({ contacts: 3 })
})
afterAll(() => platform.close())

const db = () => platform.database.tenant(platform.projectId)
const readInstallation = (id: string) =>
  platform.call<Installation>('GET', `/v1/{p}/integrations/crm/installations/${id}`)
const getContact = ({ objects }: Installation) => must(objects['Contact'], 'Contact')

async function givenRead(groupRef: string): Promise<InstallationId> {
  await platform.connect(groupRef)
  const { id } = await platform.install(groupRef)
  await vi.waitFor(
    async () => expect(getContact(await readInstallation(id)).lastRunTime).toBeDefined(),
    patiently,
  )
  return id
}

it('reports a lost field with time and remedy until it is read again', async () => {
  const id = await givenRead('globex')
  const read = () =>
    platform.call('POST', '/read/v1/{p}/integrations/crm/objects/Contact', { groupRef: 'globex' })

  await platform.control.showField('Contact', 'Title', false)
  await read()
  await vi.waitFor(
    async () => expect((await readInstallation(id)).health.state).toBe('failing'),
    patiently,
  )
  const failing = await readInstallation(id)
  await platform.control.showField('Contact', 'Title', true)
  await read()
  await vi.waitFor(
    async () => expect((await readInstallation(id)).health.state).toBe('healthy'),
    patiently,
  )

  expect(failing.health).toMatchObject({
    state: 'failing',
    reason: 'Salesforce no longer lets this user see `Title`.',
    remedy: 'Restore the fields or access to them at the provider, or choose other fields.',
    since: expect.any(String),
  })
  expect(getContact(failing)).toMatchObject({ health: failing.health, lostFields: ['Title'] })
  expect(getContact(await readInstallation(id))).not.toHaveProperty('lostFields')
})

it('resumes an object that was paused for a field once the mended manifest is deployed', async () => {
  const id = await givenRead('mended')
  const bystander = await givenRead('bystander')
  const deploy = (sourceYaml: string) =>
    platform.call('PUT', '/v1/{p}/integrations:batch?destructive=true', { sourceYaml })
  const pause = (installationId: InstallationId, field: string) =>
    db()
      .updateTable('installationObjects')
      .set({
        pausedFor: 'failures',
        pausedReason: `5 consecutive scheduled reads failed: Salesforce no longer lets this user see \`${field}\`.`,
        pausedTime: new Date(),
        failuresInARow: 5,
      })
      .where('installationId', '=', installationId)
      .execute()

  await deploy(manifest.replace('fieldName: LastName', 'fieldName: LastNam'))
  await pause(id, 'LastNam')
  await pause(bystander, 'Title')
  await deploy(manifest)

  await vi.waitFor(async () => {
    const { health, objects } = await readInstallation(id)
    expect([health.state, objects['Contact']?.state]).toEqual(['healthy', 'active'])
  }, patiently)
  expect(getContact(await readInstallation(bystander)).pausedFor).toBe('failures')
})

/** Requests that reload the account's fields: of the embedded UI, the dashboard and backends. */
const reloads: [string, (groupRef: string, id: string) => Promise<unknown>][] = [
  [
    'a revision with live fields',
    async (_groupRef, id) => {
      const { integrationId, config, connection } = await readInstallation(id)
      const of = `/v1/{p}/integrations/${integrationId}/revisions/${config.revisionId}`
      await platform.call('GET', `${of}:hydrate?connectionId=${connection.id}`)
    },
  ],
  [
    'the metadata of an object of an installation',
    (groupRef) =>
      platform.call(
        'GET',
        `/v1/{p}/integrations/crm/objects/Contact/metadata?groupRef=${groupRef}`,
      ),
  ],
  [
    'the metadata of an object of a connection',
    (groupRef) =>
      platform.call(
        'GET',
        `/v1/{p}/providers/salesforce/objects/Contact/metadata?groupRef=${groupRef}`,
      ),
  ],
]

const countReads = async (id: InstallationId) => {
  const operations = await platform.database
    .tenant(platform.projectId)
    .selectFrom('operations')
    .select('id')
    .where('installationId', '=', id)
    .execute()
  return operations.length
}

it.each(reloads)('detects a lost field by %s, without a read', async (name, reload) => {
  const groupRef = name.replaceAll(' ', '-')
  const id = await givenRead(groupRef)
  const reads = () => countReads(id)
  const readsBefore = await reads()
  const other = await givenRead(`${groupRef}-beside`)

  await platform.control.showField('Contact', 'Title', false)
  await reload(groupRef, id)
  const lost = await readInstallation(id)
  await reload(groupRef, id)
  const stillLost = await readInstallation(id)
  const readsWhileLost = await reads()
  await platform.control.showField('Contact', 'Title', true)
  await reload(groupRef, id)
  const restored = await readInstallation(id)

  expect(lost.health).toMatchObject({
    state: 'failing',
    reason: 'Salesforce no longer lets this user see `Title`.',
    remedy: 'Restore the fields or access to them at the provider, or choose other fields.',
    since: expect.any(String),
  })
  expect(getContact(lost).lostFields).toEqual(['Title'])
  expect(stillLost.health).toEqual(lost.health)
  expect(readsWhileLost).toBe(readsBefore)
  expect(restored.health.state).toBe('healthy')
  expect(getContact(restored)).not.toHaveProperty('lostFields')
  // Missed changes are read immediately.
  expect(await reads()).toBe(readsBefore + 1)
  // No other connection was checked.
  expect((await readInstallation(other)).health.state).toBe('healthy')
})

it('keeps the reason of a failed read that is unrelated to access', async () => {
  const id = await givenRead('initech')
  await platform.database
    .tenant(platform.projectId)
    .updateTable('installationObjects')
    .set({ failingSince: new Date(), failingBecause: 'It said no.' })
    .where('installationId', '=', id)
    .execute()

  await must(reloads[1], 'reload')[1]('initech', id)

  expect((await readInstallation(id)).health).toMatchObject({
    state: 'failing',
    reason: 'It said no.',
  })
})

describe('the health of object and installation agree', () => {
  let id: InstallationId
  beforeAll(async () => {
    id = await givenRead('causes')
  })

  it.each(causes.map((cause) => [cause.name, cause] as const))('on %s', async (_name, cause) => {
    const now = new Date()
    const before = await findInstallationObject(db(), id, 'Contact')
    await db()
      .updateTable('installationObjects')
      .set(columnsAfter(must(before, 'Contact'), cause, now))
      .where('installationId', '=', id)
      .execute()

    const installation = await readInstallation(id)

    expect(installation.health).toMatchObject({ ...cause.shown, since: now.toISOString() })
    expect(getContact(installation).health).toEqual(installation.health)
    expect(getContact(installation).lostFields ?? []).toEqual(
      cause.error instanceof ProviderError ? cause.error.fieldNames : [],
    )
    expect(parseLostFields(installation.health.reason)).toEqual(
      getContact(installation).lostFields ?? [],
    )
  })
})
