import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { getFirst } from '@platform/kernel/values'
import { hasEmulators } from '@platform/testing/emulators'
import { sinkTypes } from '../sink-types.ts'
import { open } from '../testing.ts'
import { givenContext, givenEvents, givenHttp } from '../testing/sink-world.ts'
import { pubSubAccountKey } from '../pubsub/testing.ts'
import { givenGcsBucket } from './testing.ts'

describe.runIf(hasEmulators)('a bucket of Cloud Storage', () => {
  it.each([{}, { format: 'parquet' as const }])('receives batches as %j', async (settings) => {
    const world = await givenGcsBucket({ batch: true, keyTemplate: 'data.objectName', ...settings })
    const sink = open('gcs', world)
    const events = ['contact', 'a/../b'].flatMap((objectName) => givenEvents(3, { objectName }))

    const outcomes = await sink.send(events)

    expect(outcomes.map(({ succeeded }) => succeeded)).toEqual(events.map(() => true))
    expect(getFirst(outcomes).request?.url).toMatch(/^gs:\/\/events-[^/]+\/contact\/evt_/)
    const arrived = (await world.arrived()).map(({ id }) => id)
    expect(arrived.toSorted()).toEqual(events.map(({ id }) => id).toSorted())
  })
})

it('signs tokens for files alone, and reports the words of the service', async () => {
  const { url, requests } = await givenHttp(404, {
    body: JSON.stringify({ error: { code: 404, message: 'The specified bucket does not exist.' } }),
  })
  const sink = open('gcs', {
    metadata: { bucket: 'events', endpointUrl: url },
    credentials: { serviceAccountKey: pubSubAccountKey },
    arrived: async () => [],
  })

  const outcomes = await sink.send(givenEvents(1))

  expect(outcomes).toMatchObject([
    { succeeded: false, detail: '404: The specified bucket does not exist.' },
  ])
  const { authorization } = getFirst(requests).headers
  expect(decodeJwt(String(authorization).replace('Bearer ', ''))).toMatchObject({
    iss: 'platform@acme-test.iam.gserviceaccount.com',
    scope: 'https://www.googleapis.com/auth/devstorage.read_write',
  })
})

it.each([
  [{ bucket: 'Events' }, 'metadata.bucket'],
  [{ bucket: 'goog-events' }, 'metadata.bucket'],
  [{ bucket: 'a/../b' }, 'metadata.bucket'],
  [{ keyTemplate: 'join(' }, 'metadata.keyTemplate'],
  [{ endpointUrl: 'http://10.0.0.1/' }, 'metadata.endpointUrl'],
])('refuses the settings %j', (settings, name) => {
  const metadata = { bucket: 'events', ...settings }
  const credentials = { serviceAccountKey: pubSubAccountKey }

  expect(
    sinkTypes.gcs.validate({ projectId: 'proj_1', metadata, credentials }, givenContext()),
  ).toMatchObject([{ name }])
})
