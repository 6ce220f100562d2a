import { expect, it } from 'vitest'
import { sinkTypes } from '../sink-types.ts'
import { givenRecords } from '../tables/testing.ts'
import { open } from '../testing.ts'
import { givenContext, givenEvents, givenHttp } from '../testing/sink-world.ts'
import { givenDatabricks } from './testing.ts'

it('creates the table of messages once, and stores each message once', async () => {
  const world = await givenDatabricks()
  const sink = open('databricks', world)
  const events = givenEvents(3)

  await sink.send(events)
  const again = await sink.send([...events, ...events])

  expect(again.every(({ succeeded }) => succeeded)).toBe(true)
  expect(await world.arrived()).toHaveLength(3)
  expect(world.asked.map(({ statement }) => statement.slice(0, 6))).toEqual([
    ...['MERGE ', 'CREATE', 'MERGE ', 'MERGE '],
  ])
})

it('signs in as a service principal once', async () => {
  const world = await givenDatabricks({}, { isPrincipal: true })
  const sink = open('databricks', world)

  const outcomes = [
    ...(await sink.send(givenEvents(1))),
    ...(await sink.send([givenRecords([{ id: '1', fields: { a: 1 } }])])),
  ]

  expect(outcomes).toMatchObject([{ succeeded: true }, { succeeded: true }])
})

it('reports a statement that did not end in time, which Databricks has cancelled', async () => {
  const world = await givenDatabricks({}, { isSlow: true })
  const sink = open('databricks', world, givenContext({ timeoutMs: 20_000 }))

  const outcomes = await sink.send(givenEvents(2))

  expect(outcomes).toMatchObject([{ class: 'timeout' }, { class: 'timeout' }])
  expect(world.asked).toMatchObject([{ wait_timeout: '20s', on_wait_timeout: 'CANCEL' }])
})

it('refuses in the words of Databricks, without the token', async () => {
  const world = await givenDatabricks()
  const principal = await givenDatabricks({}, { isPrincipal: true })
  const credentials = { accessToken: 'dapi-wr0ng' }

  const outcomes = [
    ...(await open('databricks', { ...world, credentials }).send(givenEvents(1))),
    ...(await open('databricks', {
      ...world,
      metadata: { ...world.metadata, warehouseId: 'missing' },
    }).send(givenEvents(1))),
    ...(await open('databricks', {
      ...principal,
      credentials: { clientSecret: 'dose-wr0ng' },
    }).send(givenEvents(1))),
  ]

  expect(outcomes).toMatchObject([
    { class: 'refused', detail: expect.stringContaining('UNAUTHENTICATED') },
    { class: 'refused', detail: 'NOT_FOUND: The warehouse missing was not found.' },
    { class: 'misconfigured', detail: expect.stringContaining('invalid_client') },
  ])
  expect(JSON.stringify(outcomes)).not.toContain('wr0ng')
})

it.each([429, 503])('asks for fewer calls after %i', async (status) => {
  const { url } = await givenHttp(status, { headers: { 'retry-after': '7' } })
  const world = await givenDatabricks({ url })

  expect(await open('databricks', world).send(givenEvents(1))).toMatchObject([
    { succeeded: false, isThrottled: true, retryAfterMs: 7_000 },
  ])
})

it.each([
  [{ url: 'http://10.0.0.1/' }, {}, 'metadata.url'],
  [{ catalog: 'a`b' }, {}, 'metadata.catalog'],
  [{ schema: 'a.b' }, {}, 'metadata.schema'],
  [{ table: 'a.b' }, {}, 'metadata.table'],
  [{ warehouseId: 'a/b' }, {}, 'metadata.warehouseId'],
  [{}, { accessToken: undefined }, 'secrets.accessToken'],
  [{ clientId: 'x' }, {}, 'secrets.accessToken'],
  [{ clientId: 'x' }, { accessToken: undefined }, 'secrets.accessToken'],
])('refuses the settings %j and %j', (settings, secrets, name) => {
  const metadata = {
    ...{ url: 'https://dbc.acme.example', warehouseId: '12' },
    ...{ catalog: 'main', schema: 'raw', ...settings },
  }
  const credentials = { accessToken: 'dapi-acme', ...secrets }

  expect(
    sinkTypes.databricks.validate({ projectId: 'proj_1', metadata, credentials }, givenContext()),
  ).toMatchObject([{ name }])
})
