import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { timeOfId } from '@platform/kernel/db/new-id'
import { getFirst } from '@platform/kernel/values'
import { pubSubAccountKey } from '../pubsub/testing.ts'
import { sinkTypes } from '../sink-types.ts'
import { open } from '../testing.ts'
import { givenContext, givenEvents } from '../testing/sink-world.ts'
import { givenBigQuery } from './testing.ts'

it('creates the table with a partition per day once, and stores repeated messages once', async () => {
  const world = await givenBigQuery()
  const sink = open('bigquery', world)
  const events = givenEvents(3)

  await sink.send(events)
  await sink.send(events)

  expect([...world.tables]).toMatchObject([
    [
      'platform_events',
      {
        timePartitioning: { type: 'DAY', field: 'time' },
        rows: events.map(({ id, type, body }) => ({
          ...{ id, type, time: new Date(timeOfId(id)).toISOString(), data: body },
        })),
      },
    ],
  ])
  expect(world.paths).toEqual([
    ...['GET /platform_events', 'POST ', 'POST /platform_events/insertAll'],
    'POST /platform_events/insertAll',
  ])
})

it('sends rows again to a table that accepts none yet', async () => {
  const world = await givenBigQuery({}, { isLate: true })

  expect(await open('bigquery', world).send(givenEvents(1))).toMatchObject([{ succeeded: true }])
})

it('creates the table again after somebody deleted it', async () => {
  const world = await givenBigQuery()
  const sink = open('bigquery', world)
  await sink.send(givenEvents(1))
  world.tables.clear()

  expect(await sink.send(givenEvents(1))).toMatchObject([
    { succeeded: false, detail: expect.stringContaining('notFound: Not found: Table') },
  ])
  expect(await sink.send(givenEvents(1))).toMatchObject([{ succeeded: true }])
})

it('reports which rows of a batch were rejected', async () => {
  const world = await givenBigQuery()

  const outcomes = await open('bigquery', world).send([
    ...givenEvents(1),
    ...givenEvents(1, { text: 'poisoned' }),
    ...givenEvents(1),
  ])

  expect(outcomes).toMatchObject([
    { succeeded: true },
    { succeeded: false, class: 'refused', detail: 'invalid: data: Poisoned.' },
    { succeeded: true },
  ])
  expect(await world.arrived()).toHaveLength(2)
})

it('keeps requests below 10 MB, whatever must be escaped', async () => {
  const world = await givenBigQuery()
  const sink = open('bigquery', world)
  const text = '"'.repeat(Math.floor(sink.maxBatchBytes / 2) - 500)

  expect(await sink.send(givenEvents(1, { text }))).toMatchObject([{ succeeded: true }])
  expect(await sink.send(givenEvents(1, { text: 'x'.repeat(4_500_000) }))).toMatchObject([
    { class: 'tooLarge', isFinal: true },
  ])
})

it('refuses in the words of BigQuery', async () => {
  const world = await givenBigQuery()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const serviceAccountKey = JSON.stringify({
    ...JSON.parse(pubSubAccountKey),
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  })

  const outcomes = [
    ...(await open('bigquery', { ...world, credentials: { serviceAccountKey } }).send(
      givenEvents(1),
    )),
    ...(await open('bigquery', {
      ...world,
      metadata: { ...world.metadata, dataset: 'missing' },
    }).send(givenEvents(1))),
  ]

  expect(outcomes).toMatchObject([
    { class: 'refused', detail: '401: Request had invalid authentication credentials.' },
    { class: 'refused', detail: 'notFound: Not found: Dataset acme-test:missing' },
  ])
  expect(getFirst(outcomes).request?.url).toBe('bigquery:acme-test.integrations.platform_events')
})

it.each([
  [{ dataset: 'a/b' }, 'metadata.dataset'],
  [{ dataset: 'a-b' }, 'metadata.dataset'],
  [{ project: 'Acme' }, 'metadata.project'],
  [{ table: 'a/../b' }, 'metadata.table'],
  [{ endpointUrl: 'http://10.0.0.1/' }, 'metadata.endpointUrl'],
])('refuses the settings %j', (settings, name) => {
  const metadata = { project: 'acme-prod', dataset: 'integrations', ...settings }
  const credentials = { serviceAccountKey: pubSubAccountKey }

  expect(
    sinkTypes.bigquery.validate({ projectId: 'proj_1', metadata, credentials }, givenContext()),
  ).toMatchObject([{ name }])
})
