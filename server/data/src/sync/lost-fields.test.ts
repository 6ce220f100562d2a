import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { catalogue } from '@platform/connectors'
import type { Installation, InstallationId } from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { getPort, must } from '@platform/kernel/values'
import { compareFields, lookForLostFields } from './object/compare-fields.ts'

// HubSpot and providers that a file declares leave a lost field out of records: reads succeed without it.

const object = (objectName: string, fieldNames: string[], optional: string) => `
        - objectName: ${objectName}
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields: [${fieldNames.map((fieldName) => `{ fieldName: ${fieldName} }`).join(', ')}]
          optionalFields: [{ fieldName: ${optional} }]
          backfill: { defaultPeriod: { fullHistory: true } } # platform:ignore[large-backfill-risk]`
const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: hub
    provider: hubspot
    read:
      objects:${object('contacts', ['lastname', 'id'], 'jobtitle')}
  - name: hub-beside
    provider: hubspot
    read:
      objects:${object('contacts', ['lastname'], 'email')}
  - name: attio
    provider: attio
    read:
      objects:${object('people', ['name', 'unlisted'], 'tier')}
`

const byApiKey = {
  authType: 'apiKey',
  oauth2Opts: null,
  apiKeyOpts: {
    attachmentType: 'header',
    header: { name: 'Authorization', valuePrefix: 'Bearer ' },
  },
}

/** An account of Attio: the attributes that it describes, and the values of its one person. */
const account = {
  attributes: ['name', 'tier', 'unlisted'],
  values: { name: [{ full_name: 'Ann' }] } as Record<string, object[]>,
  describe: undefined as ((response: ServerResponse) => void) | undefined,
}
const attioServer = createServer((request, response) => {
  const reply = (data: unknown) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }))
  const isDescription = request.url?.includes('/attributes') === true
  if (isDescription && account.describe) {
    account.describe(response)
    return
  }
  if (isDescription) {
    reply(account.attributes.map((slug) => ({ api_slug: slug, title: slug, type: 'text' })))
    return
  }
  const { values } = account
  reply([{ id: { record_id: 'rec_1' }, created_at: '2026-01-01T00:00:00Z', values }])
})

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  await once(attioServer.listen(0, '127.0.0.1'), 'listening')
  const baseURL = `http://127.0.0.1:${getPort(attioServer)}`
  platform = await testPlatform({
    contacts: 3,
    sourceYaml,
    env: { PLATFORM_PROVIDERS: JSON.stringify({ attio: { baseURL, ...byApiKey } }) },
  })
})
afterAll(async () => {
  await platform.close()
  attioServer.close().closeAllConnections()
})
beforeEach(async () => {
  await platform.hubspot.clearFaults()
  await platform.hubspot.showField('contacts', 'jobtitle', true)
  Object.assign(account, {
    attributes: ['name', 'tier', 'unlisted'],
    values: { name: [{ full_name: 'Ann' }] },
    describe: undefined,
  })
})

const db = () => platform.database.tenant(platform.projectId)

/** A provider whose account loses the optional field and regains it. */
interface Loss {
  provider: string
  integration: string
  objectName: string
  fieldName: string
  connect(groupRef: string): Promise<unknown>
  show(isThere: boolean): Promise<void> | void
}

const hubspot: Loss = {
  provider: 'HubSpot',
  integration: 'hub',
  objectName: 'contacts',
  fieldName: 'jobtitle',
  connect: (groupRef) => platform.connect(groupRef, 'hubspot'),
  show: async (isThere) => {
    await platform.hubspot.showField('contacts', 'jobtitle', isThere)
  },
}
const attio: Loss = {
  provider: 'Attio',
  integration: 'attio',
  objectName: 'people',
  fieldName: 'tier',
  connect: (groupRef) =>
    platform.call('POST', '/v1/{p}/connections:generate', {
      ...{ provider: 'attio', groupRef, consumerRef: 'hank' },
      apiKey: 'secret',
    }),
  show: (isThere) => {
    account.attributes = ['name', 'unlisted', ...(isThere ? ['tier'] : [])]
  },
}
const losses = [
  ['HubSpot', hubspot],
  ['Attio', attio],
] as const

async function givenRead(
  { integration, objectName, connect, fieldName }: Loss,
  groupRef: string,
  selectedFields: Record<string, boolean> = { [fieldName]: true },
): Promise<InstallationId> {
  await connect(groupRef)
  return installFor({ integration, objectName }, groupRef, selectedFields)
}

async function installFor(
  { integration, objectName }: Pick<Loss, 'integration' | 'objectName'>,
  groupRef: string,
  selectedFields: Record<string, boolean>,
): Promise<InstallationId> {
  const { id } = await platform.call<{ id: InstallationId }>(
    'POST',
    `/v1/{p}/integrations/${integration}/installations`,
    { groupRef, config: { content: { read: { objects: { [objectName]: { selectedFields } } } } } },
  )
  await vi.waitFor(
    async () =>
      expect(
        (await readInstallation(id, integration)).objects[objectName]?.lastRunTime,
      ).toBeDefined(),
    patiently,
  )
  return id
}

const readInstallation = (id: string, integration: string) =>
  platform.call<Installation>('GET', `/v1/{p}/integrations/${integration}/installations/${id}`)

const reload = ({ integration, objectName }: Loss, groupRef: string) =>
  platform.call(
    'GET',
    `/v1/{p}/integrations/${integration}/objects/${objectName}/metadata?groupRef=${groupRef}`,
  )

/** Sets the time since the fields were compared. */
const age = (id: InstallationId, interval: string) =>
  db()
    .updateTable('installationObjects')
    .set({ describedTime: sql`now() - ${interval}::interval` })
    .where('installationId', '=', id)
    .execute()

const nextDay = (id: InstallationId) =>
  compareFields(platform.services, db(), id, new Date(Date.now() + 25 * 3600_000))

const makeLostHealth = ({ provider, fieldName }: Loss) => ({
  state: 'failing',
  reason: `${provider} no longer lets this user see \`${fieldName}\`.`,
  remedy: 'Restore the fields or access to them at the provider, or choose other fields.',
  since: expect.any(String),
})

it.each(losses)('reports a field that %s lost when fields are reloaded', async (_name, loss) => {
  const { integration, objectName, fieldName } = loss
  const groupRef = 'reloaded'
  const id = await givenRead(loss, groupRef)
  const of = async () => {
    const installation = await readInstallation(id, integration)
    return { health: installation.health, object: must(installation.objects[objectName], 'object') }
  }
  await reload(loss, groupRef)
  const before = await of()

  await loss.show(false)
  await reload(loss, groupRef)
  const lost = await of()
  await reload(loss, groupRef)
  const stillLost = await of()
  // A read that succeeds without the field does not make it healthy.
  await platform.call('POST', `/read/v1/{p}/integrations/${integration}/objects/${objectName}`, {
    groupRef,
  })
  await vi.waitFor(
    async () => expect((await of()).object.lastRunTime).not.toBe(lost.object.lastRunTime),
    patiently,
  )
  const afterRead = await of()
  await loss.show(true)
  await reload(loss, groupRef)
  const restored = await of()

  expect(before.health).toEqual({ state: 'healthy' })
  expect(lost.health).toEqual(makeLostHealth(loss))
  expect(lost.object).toMatchObject({ health: lost.health, lostFields: [fieldName] })
  expect(stillLost.health).toEqual(lost.health)
  expect(afterRead.health).toEqual(lost.health)
  expect(restored.health).toEqual({ state: 'healthy' })
  expect(restored.object).not.toHaveProperty('lostFields')
})

it.each(losses)('detects a field that %s lost within a day', async (_name, loss) => {
  const { integration } = loss
  const id = await givenRead(loss, 'by-itself')
  const health = async () => (await readInstallation(id, integration)).health
  const look = () => lookForLostFields(platform.database)

  await loss.show(false)
  await look()
  const tooEarly = await health()
  await age(id, '25 hours')
  await look()
  await vi.waitFor(async () => expect(await health()).toEqual(makeLostHealth(loss)), patiently)
  await loss.show(true)
  await age(id, '1 hour')
  await look()
  await vi.waitFor(async () => expect(await health()).toEqual({ state: 'healthy' }), patiently)

  expect(tooEarly).toEqual({ state: 'healthy' })
})

it('does not affect installations of the connection that do not read the lost field', async () => {
  const id = await givenRead(hubspot, 'beside')
  const beside = { integration: 'hub-beside', objectName: 'contacts' }
  const besideId = await installFor(beside, 'beside', { email: true })

  await hubspot.show(false)
  await reload(hubspot, 'beside')

  expect((await readInstallation(id, 'hub')).health.state).toBe('failing')
  expect((await readInstallation(besideId, 'hub-beside')).health).toEqual({ state: 'healthy' })
})

it('clears the loss when the field is no longer chosen', async () => {
  const id = await givenRead(hubspot, 'unchosen')
  await hubspot.show(false)
  await reload(hubspot, 'unchosen')
  const lost = await readInstallation(id, 'hub')

  const content = { read: { objects: { contacts: { selectedFields: { jobtitle: false } } } } }
  await platform.call('PATCH', `/v1/{p}/integrations/hub/installations/${id}`, {
    updateMask: ['config.content.read.objects.contacts'],
    installation: { config: { content } },
  })

  expect(lost.health.state).toBe('failing')
  await vi.waitFor(
    async () => expect((await readInstallation(id, 'hub')).health).toEqual({ state: 'healthy' }),
    patiently,
  )
})

const faults = [
  'server-error',
  'empty',
  'html',
  'truncated',
  'permission-lost',
  'rate-limit',
] as const

it.each(faults)('neither reports nor clears a loss while descriptions fail: %s', async (effect) => {
  const id = await givenRead(hubspot, `failing-${effect}`)
  const health = async () => (await readInstallation(id, 'hub')).health
  const fail = () =>
    platform.hubspot.addFault({
      effect,
      match: { pathRegex: '/properties/' },
      retryAfterSeconds: 0,
    })

  await fail()
  await nextDay(id)
  const unknown = await health()
  await platform.hubspot.clearFaults()
  await hubspot.show(false)
  await nextDay(id)
  const lost = await health()
  await hubspot.show(true)
  await fail()
  await nextDay(id)
  const stillLost = await health()

  expect(unknown).toEqual({ state: 'healthy' })
  expect(lost).toEqual(makeLostHealth(hubspot))
  expect(stillLost).toEqual(lost)
})

it('does not report a field that is missing in the description but present in records', async () => {
  account.values['unlisted'] = [{ value: 'seen' }]
  const id = await givenRead(attio, 'described-in-part')

  account.attributes = ['name', 'tier']
  await nextDay(id)

  expect((await readInstallation(id, 'attio')).health).toEqual({ state: 'healthy' })
})

it('does not report a field that records omit because it is empty', async () => {
  const id = await givenRead(attio, 'empty')
  account.values = {}

  await nextDay(id)

  expect((await readInstallation(id, 'attio')).health).toEqual({ state: 'healthy' })
})

it('reports nothing about providers whose fields are known only from records', () => {
  const describing = Object.values(catalogue).filter(
    ({ connector }) =>
      connector?.knownObjects &&
      Object.keys(connector.knownObjects()).some(
        (objectName) => connector.describesAllFields?.(objectName) !== false,
      ),
  )

  expect(describing.map(({ info }) => info.name)).toEqual(
    expect.arrayContaining(['attio', 'atlassian']),
  )
})
