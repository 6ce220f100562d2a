import { describe, expect, it } from 'vitest'
import { getFirst } from '@platform/kernel/values'
import { hasEmulators } from '@platform/testing/emulators'
import { sinkTypes } from '../sink-types.ts'
import { open } from '../testing.ts'
import { givenContext, givenEvents, givenHttp } from '../testing/sink-world.ts'
import { signBySharedKey } from './shared-key.ts'
import { azuriteAccount, givenBlobContainer, makeSasToken } from './testing.ts'

describe.runIf(hasEmulators)('a container', () => {
  it.each([{}, { format: 'parquet' as const }, { compression: 'zstd' as const }])(
    'receives batches as %j',
    async (settings) => {
      const world = await givenBlobContainer({
        ...{ batch: true, keyTemplate: 'data.objectName', ...settings },
      })
      const sink = open('azureblob', world)
      const events = ['contact', 'Größe & mehr?#%'].flatMap((objectName) =>
        givenEvents(3, { objectName }),
      )

      const outcomes = await sink.send(events)

      expect(outcomes.map(({ succeeded }) => succeeded)).toEqual(events.map(() => true))
      expect(getFirst(outcomes).request?.url).toMatch(
        /^azure:\/\/devstoreaccount1\/events-[^/]+\/contact\/evt_/,
      )
      const arrived = (await world.arrived()).map(({ id }) => id)
      expect(arrived.toSorted()).toEqual(events.map(({ id }) => id).toSorted())
    },
  )

  it('stays within itself, whatever a name contains', async () => {
    const world = await givenBlobContainer({ keyTemplate: 'data.name' })
    const sink = open('azureblob', world)

    for (const name of ['../x', '..\\..\\y', 'a./b.', 'c/.../d']) {
      expect(await sink.send(givenEvents(1, { name }))).toMatchObject([{ succeeded: true }])
    }

    expect((await world.files()).map(({ key }) => key).toSorted()).toEqual([
      ...['__/x', '.._.._y', 'a_/b_', 'c/___/d'].toSorted(),
    ])
  })

  it('accepts a SAS token that may write, and no other', async () => {
    const world = await givenBlobContainer()
    const send = async (sasToken: string) =>
      getFirst(
        await open('azureblob', { ...world, credentials: { sasToken } }).send(givenEvents(1)),
      )

    const outcomes = [
      await send(makeSasToken('cw')),
      await send(`?${makeSasToken('cw')}`),
      await send(makeSasToken('r')),
      await send(makeSasToken('cw', '2020-01-01T00:00:00Z')),
    ]

    expect(outcomes).toMatchObject([
      { succeeded: true },
      { succeeded: true },
      { class: 'refused', detail: expect.stringContaining('AuthorizationPermissionMismatch') },
      { class: 'refused', detail: expect.stringContaining('AuthorizationFailure') },
    ])
    expect(JSON.stringify(outcomes)).not.toContain('sig=')
  })

  it('refuses in the words of the service', async () => {
    const world = await givenBlobContainer()
    const other = Buffer.alloc(64).toString('base64')
    const wrong = open('azureblob', { ...world, credentials: { storageAccountKey: other } })
    const missing = open('azureblob', {
      ...world,
      metadata: { ...world.metadata, container: 'missing' },
    })

    const outcomes = [await wrong.send(givenEvents(1)), await missing.send(givenEvents(1))].flat()

    expect(outcomes).toMatchObject([
      { class: 'refused', detail: expect.stringContaining('AuthorizationFailure') },
      { class: 'refused', detail: 'ContainerNotFound: The specified container does not exist.' },
    ])
  })
})

it('signs what Microsoft documents', () => {
  const { authorization } = {
    authorization: signBySharedKey(
      {
        method: 'PUT',
        path: '/mycontainer/a%20b',
        headers: {
          ...{ 'x-ms-version': '2023-11-03', 'x-ms-date': 'Fri, 26 Jun 2015 23:39:12 GMT' },
          ...{ 'content-type': 'text/plain', 'x-ms-blob-type': 'BlockBlob' },
        },
        body: Buffer.alloc(0),
      },
      { account: 'myaccount', key: Buffer.from('key').toString('base64') },
    ),
  }

  // By OpenSSL, over the text that the documents describe.
  expect(authorization).toBe('SharedKey myaccount:GbTe4Bl4z/hAHt7EU4kb0NaeQ2s0fGXkqloPwwMmC5w=')
})

it('reports a busy service as one that asks for fewer calls', async () => {
  const { url } = await givenHttp(503, {
    body: '<?xml version="1.0"?><Error><Code>ServerBusy</Code><Message>The server is busy.\nRequestId:1</Message></Error>',
  })
  const sink = open('azureblob', {
    metadata: { storageAccount: 'acme', container: 'events', endpointUrl: url },
    credentials: { storageAccountKey: azuriteAccount.key },
    arrived: async () => [],
  })

  expect(await sink.send(givenEvents(1))).toMatchObject([
    { succeeded: false, detail: 'ServerBusy: The server is busy.', isThrottled: true },
  ])
})

it.each([
  [{ storageAccount: 'acme.evil.example/' }, {}, 'metadata.storageAccount'],
  [{ container: 'Events' }, {}, 'metadata.container'],
  [{ container: 'a--b' }, {}, 'metadata.container'],
  [{ keyTemplate: 'join(' }, {}, 'metadata.keyTemplate'],
  [{ endpointUrl: 'http://10.0.0.1/' }, {}, 'metadata.endpointUrl'],
  [{}, { storageAccountKey: undefined }, 'secrets'],
  [{}, { storageAccountKey: 'none' }, 'secrets.storageAccountKey'],
  [{}, { sasToken: 'sig=x' }, 'secrets.sasToken'],
  [{}, { storageAccountKey: undefined, sasToken: 'https://x.test/?sig=x' }, 'secrets.sasToken'],
  [{}, { storageAccountKey: undefined, sasToken: 'sv=1' }, 'secrets.sasToken'],
])('refuses the settings %j with %j', (settings, secrets, name) => {
  const metadata = { storageAccount: 'acme', container: 'events', ...settings }
  const credentials = { storageAccountKey: azuriteAccount.key, ...secrets }

  expect(
    sinkTypes.azureblob.validate({ projectId: 'proj_1', metadata, credentials }, givenContext()),
  ).toMatchObject([{ name }])
})
