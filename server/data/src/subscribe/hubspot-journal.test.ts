import type { Installation, Log, Operation, ProviderApp } from '@platform/contract'
import { sandboxPortals } from '@platform/sandbox'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { getNth } from '@platform/kernel/values'

const manifest = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          destination: webhook
          requiredFields: [{fieldName: lastname}]
    subscribe:
      objects:
        - objectName: contacts
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: {enabled: always}
          updateEvent: {enabled: always, watchFieldsAuto: selected}
          deleteEvent: {enabled: always}
`
const base = '/v1/{p}/integrations/crm/installations'
const [ownPortal, otherPortal] = sandboxPortals.map(({ id }) => id)

let platform: Awaited<ReturnType<typeof testPlatform>>
let id: `inst_${string}`
beforeAll(async () => {
  platform = await testPlatform({ contacts: 1, sourceYaml: manifest })
  await setParams({ webhooksJournal: 'always' })
  await platform.connect('globex', 'hubspot', { account: ownPortal! })
  ;({ id } = await platform.install('globex', { contacts: {} }))
  await waitForActive(id, 'pull')
})
beforeEach(() => {
  platform.messages.length = 0
})
afterAll(() => platform.close())

const setParams = (providerParams: Record<string, string>) =>
  platform.call<ProviderApp>('PATCH', `/v1/{p}/provider-apps/${platform.hubspotAppId}`, {
    updateMask: ['metadata'],
    providerApp: { metadata: { providerParams } },
  })

const waitForActive = (installationId: string, delivery: string) =>
  vi.waitFor(async () => {
    const found = await platform.call<Installation>('GET', `${base}/${installationId}`)
    expect(found.subscription).toMatchObject({ state: 'active', delivery })
    return found
  }, patiently)

const changes = (groupRef = 'globex') =>
  platform.messages
    .filter((message) => message.action === 'subscribe' && message.groupRef === groupRef)
    .flatMap(({ result }) => result ?? [])

const create = (lastname: string, portal = ownPortal!) =>
  platform.hubspot.createRecord('contacts', { lastname }, { account: portal })

/** Messages in the log of the installation's subscription. */
async function listLogged(): Promise<string[]> {
  const { results } = await platform.call<{ results: Operation[] }>(
    'GET',
    `${base}/${id}/operations`,
  )
  const operation = results.find(({ actionType }) => actionType === 'subscribe')
  const logs = await platform.call<Log[]>('GET', `/v1/{p}/operations/${operation?.id}/logs`)
  return logs.map(({ message }) => message.msg)
}

it('receives changes from the journal with fields, without a URL of the server', async () => {
  const { id: recordId } = await create('Lind')
  // HubSpot also announces each property of the new record.
  await vi.waitFor(
    () =>
      expect(changes()[0]).toMatchObject({
        ...{ subscribeEventType: 'create', id: recordId },
        fields: { lastname: 'Lind' },
      }),
    patiently,
  )
  await platform.hubspot.deleteRecord('contacts', recordId, { account: ownPortal! })

  await vi.waitFor(
    () => expect(changes().at(-1)).toMatchObject({ subscribeEventType: 'delete', id: recordId }),
    patiently,
  )
})

it('gives each customer the changes of the own account', async () => {
  await platform.connect('initech', 'hubspot', { account: otherPortal! })
  const other = await platform.install('initech', { contacts: {} })
  await waitForActive(other.id, 'pull')

  const [own, theirs] = [await create('Own'), await create('Theirs', otherPortal)]

  await vi.waitFor(() => {
    expect(changes().map((one) => one.id)).toContain(own.id)
    expect(changes('initech').map((one) => one.id)).toContain(theirs.id)
  }, patiently)
  expect(changes().map((one) => one.fields?.['lastname'])).not.toContain('Theirs')
  expect(changes('initech').map((one) => one.fields?.['lastname'])).not.toContain('Own')
})

it('reads again what the journal has forgotten, and goes on', async () => {
  const before = await create('Before')
  await vi.waitFor(() => expect(changes().map((one) => one.id)).toContain(before.id), patiently)
  await platform.hubspot.forgetEvents()
  const after = await create('After')

  await vi.waitFor(() => expect(changes().map((one) => one.id)).toContain(after.id), patiently)
  await vi.waitFor(
    async () =>
      expect(await listLogged()).toContainEqual(
        expect.stringContaining('HubSpot no longer has the events after'),
      ),
    patiently,
  )
  const next = await create('Next')
  await vi.waitFor(() => expect(changes().map((one) => one.id)).toContain(next.id), patiently)
})

it('moves to webhooks when the provider app chooses them', async () => {
  await setParams({ webhooksJournal: 'never', appId: '1000001', developerApiKey: 'key' })
  await waitForActive(id, 'push')

  const { id: recordId } = await create('Pushed')

  await vi.waitFor(
    () =>
      expect(changes().find((one) => one.id === recordId)).toMatchObject({
        rawEvent: { subscriptionType: 'contact.creation' },
      }),
    patiently,
  )
  const rows = await platform.database.everything.selectFrom('subscriptions').selectAll().execute()
  expect(rows.map(({ delivery }) => delivery)).not.toContain('pull')
  expect(getNth(rows, 0).connectionId).toBeNull()
})
