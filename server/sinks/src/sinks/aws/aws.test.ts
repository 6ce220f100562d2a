import { expect, it } from 'vitest'
import { getFirst } from '@platform/kernel/values'
import { credentials } from './testing.ts'
import { givenContext, givenEvents, givenHttp } from '../testing/sink-world.ts'
import { givenS3 } from '../s3/testing.ts'
import { open } from '../testing.ts'

const makeMetadata = (endpointUrl: string) => ({
  region: 'us-east-1',
  bucket: 'events',
  streamName: 'events',
  endpointUrl,
})

const world = (endpointUrl: string, own = credentials) => ({
  metadata: makeMetadata(endpointUrl),
  credentials: own,
  arrived: async () => [],
})

it('reports a key that the store rejects', async () => {
  const { endpointUrl, objects } = await givenS3()
  const sink = open('s3', world(endpointUrl, { ...credentials, awsKeyId: 'of-nobody' }))

  const [outcome] = await sink.send(givenEvents(1))

  expect(outcome).toMatchObject({
    succeeded: false,
    class: 'refused',
    detail: expect.stringMatching(/^InvalidAccessKeyId: ./),
    response: { status: 403 },
  })
  expect(await objects()).toEqual([])
})

it('puts an object, not a bucket, if its name is empty', async () => {
  const { endpointUrl, objects } = await givenS3()
  const { metadata } = world(endpointUrl)
  const named = { ...metadata, keyTemplate: 'data.name' }
  const sink = open('s3', { ...world(endpointUrl), metadata: named })
  const events = givenEvents(1, { name: '' })

  await sink.send(events)

  expect((await objects()).map(({ key }) => key)).toEqual([
    expect.stringContaining(`/${getFirst(events).id}.json`),
  ])
})

it.each([
  ['../../other-bucket/x', '__/__/other-bucket/x'],
  ['/groups//./x', 'groups/_/x'],
  ['..', '__'],
  ['...', '...'],
])('puts an object into this bucket with the name %s', async (name, key) => {
  const { endpointUrl, objects } = await givenS3()
  const named = { ...world(endpointUrl).metadata, keyTemplate: 'data.name' }
  const sink = open('s3', { ...world(endpointUrl), metadata: named })
  const batches = open('s3', { ...world(endpointUrl), metadata: { ...named, batch: true } })

  const outcomes = [
    await sink.send(givenEvents(1, { name })),
    await batches.send(givenEvents(1, { name })),
  ].flat()

  expect(outcomes).toMatchObject([
    { succeeded: true, request: { url: `s3://events/${key}` } },
    { succeeded: true, request: { url: expect.stringContaining(`s3://events/${key}/`) } },
  ])
  const keys = (await objects()).map((object) => object.key).toSorted()
  expect(keys).toEqual([key, expect.stringContaining(`${key}/`)])
})

it('puts an object of 20 MB unchanged', async () => {
  const { endpointUrl, objects } = await givenS3()
  const sink = open('s3', world(endpointUrl), givenContext({ timeoutMs: 20_000 }))
  const events = givenEvents(1, { text: 'Grüße '.repeat(3_000_000) })

  const outcomes = await sink.send(events)

  expect(outcomes).toMatchObject([{ succeeded: true, response: { status: 200 } }])
  const [object] = await objects()
  expect(Buffer.from(object!.bytes).equals(Buffer.from(getFirst(events).body))).toBe(true)
})

const xml = (code: string, message: string) =>
  `<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`

it.each([
  [
    's3',
    xml('NoSuchBucket', 'The bucket &lt;events&gt; &amp; all'),
    'NoSuchBucket: The bucket <events> & all',
  ],
  ['s3', '<html>gateway</html>', 'It answered 404.'],
  ['s3', '', 'It answered 404.'],
  [
    'kinesis',
    '{"__type":"com.amazonaws.kinesis.v20131202#ResourceNotFoundException","message":"No stream"}',
    'ResourceNotFoundException: No stream',
  ],
  ['kinesis', '{"__type":"AccessDeniedException","Message":"No"}', 'AccessDeniedException: No'],
  ['kinesis', '{"__type":7}', 'It answered 404.'],
  ['kinesis', 'null', 'It answered 404.'],
  ['kinesis', '<html>gateway</html>', 'It answered 404.'],
] as const)('reports why %s rejected it: %j', async (type, body, detail) => {
  const { url, requests } = await givenHttp(404, { body })
  const sink = open(type, world(url))

  const outcomes = await sink.send(givenEvents(1))

  expect(outcomes).toMatchObject([{ succeeded: false, class: 'refused', detail }])
  expect(requests).toHaveLength(1)
})

it.each([
  '',
  'null',
  '[]',
  '{"Records":{}}',
  '{"Records":[7]}',
  '{"Records":[{}]}',
  '{"Records":[]}',
])('counts no record as written for the reply %j', async (body) => {
  const { url } = await givenHttp(200, { body })
  const sink = open('kinesis', world(url))

  const outcomes = await sink.send(givenEvents(2))

  const unknown = {
    succeeded: false,
    class: 'refused',
    detail: 'Unknown: no result for the record',
  }
  expect(outcomes).toMatchObject([unknown, unknown])
})

it('limits the size of a reply and fails', async () => {
  const { url } = await givenHttp(200, { body: 'x'.repeat(1024 * 1024) })

  for (const type of ['s3', 'kinesis'] as const) {
    const outcomes = await open(type, world(url)).send(givenEvents(1))

    expect(outcomes).toMatchObject([
      { succeeded: false, detail: expect.stringContaining('is longer than 262144 bytes') },
    ])
  }
})

it('signs with the server’s time if the local clock is wrong', async () => {
  const there = new Date(Date.now() + 3_600_000)
  const { url, requests } = await givenHttp(403, { headers: { date: there.toUTCString() } })
  const sink = open('kinesis', world(url))

  await sink.send(givenEvents(1))
  await sink.send(givenEvents(1))

  const formatAmzHour = (date: Date) => date.toISOString().replaceAll(/[-:]/g, '').slice(0, 11)
  expect(requests.map(({ headers }) => String(headers['x-amz-date']).slice(0, 11))).toEqual([
    formatAmzHour(new Date()),
    formatAmzHour(there),
  ])
})

it('rejects a directory bucket', async () => {
  const { sinkTypes } = await import('../sink-types.ts')

  const issues = sinkTypes.s3.validate(
    {
      projectId: 'proj_1',
      metadata: { region: 'us-east-1', bucket: 'events--use1-az4--x-s3' },
      credentials,
    },
    givenContext(),
  )

  expect(issues).toMatchObject([{ name: 'metadata.bucket' }])
})
