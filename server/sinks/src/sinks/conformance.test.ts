import { once } from 'node:events'
import { createServer } from 'node:http'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newId, timeOfId } from '@platform/kernel/db/new-id'
import { sinkTypes } from './sink-types.ts'
import { credentials } from './aws/testing.ts'
import { givenContext, givenEvents, givenHttp } from './testing/sink-world.ts'
import { givenS3 } from './s3/testing.ts'
import { kinds, open, worlds } from './testing.ts'
import { getFirst, getPort, must } from '@platform/kernel/values'

const projectId = 'proj_1' as const

const bySend = <T extends { id: string }>(items: T[]) =>
  items.toSorted((a, b) => (a.id < b.id ? -1 : 1))

describe.each(kinds)('$name', ({ type, givenWorld, kilobytes }) => {
  it('delivers ID, type and data unchanged', async () => {
    const world = await givenWorld()
    const sink = open(type, world)
    const event = getFirst(givenEvents(1))

    const outcomes = await sink.send([event])

    expect(outcomes).toMatchObject([{ succeeded: true }])
    expect(await world.arrived()).toMatchObject([
      { id: event.id, type: event.type, data: JSON.parse(event.body) },
    ])
  })

  it('accepts a batch and returns an outcome for each message', async () => {
    const world = await givenWorld()
    const sink = open(type, world)
    const events = givenEvents(Math.min(sink.maxBatch, 40))

    const outcomes = await sink.send(events)

    expect(outcomes).toHaveLength(events.length)
    expect(outcomes.every(({ succeeded }) => succeeded)).toBe(true)
    expect(bySend(await world.arrived()).map(({ id }) => id)).toEqual(events.map(({ id }) => id))
  })

  it(`delivers a message of ${kilobytes} KB`, async () => {
    const world = await givenWorld()
    const sink = open(type, world)
    const events = givenEvents(1, { text: 'x'.repeat(kilobytes * 1024) })

    expect(await sink.send(events)).toMatchObject([{ succeeded: true }])
    expect(await world.arrived()).toHaveLength(1)
  })

  it('sends the same message again when asked to', async () => {
    const world = await givenWorld()
    const sink = open(type, world)
    const events = givenEvents(1)

    await sink.send(events)
    const again = await sink.send(events)

    expect(again).toMatchObject([{ succeeded: true }])
    expect(new Set((await world.arrived()).map(({ id }) => id))).toEqual(
      new Set([getFirst(events).id]),
    )
  })

  it('sends many messages at the same time', async () => {
    const world = await givenWorld()
    const sink = open(type, world)
    const events = givenEvents(20)

    const outcomes = await Promise.all(events.map((event) => sink.send([event])))

    expect(outcomes.flat().every(({ succeeded }) => succeeded)).toBe(true)
    expect(await world.arrived()).toHaveLength(20)
  })

  it('accepts its declared batch size', async () => {
    const world = await givenWorld()
    const sink = open(type, world)
    const events = givenEvents(sink.maxBatch)

    const outcomes = await sink.send(events)

    expect(outcomes.filter(({ succeeded }) => succeeded)).toHaveLength(events.length)
    expect(await world.arrived()).toHaveLength(events.length)
  })

  it('delivers empty, unusual and large values', async () => {
    const world = await givenWorld()
    const sink = open(type, world)
    const data = {
      '': null,
      'a.b': [[], {}, [null, -0.5e-7, 2 ** 53]],
      lines: '\u2028\u2029\u0000\ud83d\ude00',
      yes: true,
    }
    const events = givenEvents(1, data)

    await sink.send(events)

    const arrived = getFirst(await world.arrived())
    const { lines, ...others } = JSON.parse(getFirst(events).body)
    // PostgreSQL stores no NUL.
    const stored = type === 'postgres' ? lines.replace('\0', '\uFFFD') : lines
    expect(arrived.data).toEqual({ ...others, lines: stored })
  })

  it('delivers a message with records unchanged', async () => {
    const world = await givenWorld()
    const sink = open(type, world)
    const body = { action: 'read', objectName: 'contact', result: [{ fields: { id: 1 } }] }
    const id = newId('evt')

    await sink.send([{ id, projectId: 'proj_1', type: 'read', body: JSON.stringify(body) }])

    expect(await world.arrived()).toMatchObject([{ id, type: 'read', data: body }])
  })

  it('reports the target of the message', async () => {
    const world = await givenWorld()
    const sink = open(type, world)

    const outcome = getFirst(await sink.send(givenEvents(1)))

    expect(must(outcome.request, 'request').url).toMatch(
      /^(http:|s3:|gs:|snowflake:|bigquery:|databricks:|azure:|kinesis:|kafka:|amqp:|redis:|nats:|pull:|arn:|projects\/|postgresql:|clickhouse:)/,
    )
    expect(must(outcome.response, 'response').status).toBeLessThan(300)
  })

  it('can be closed repeatedly and while sending', async () => {
    const world = await givenWorld()
    const sink = open(type, world)

    const sending = sink.send(givenEvents(1))
    sink.close()
    sink.close()

    expect(await sending).toHaveLength(1)
  })

  it('records no secrets', async () => {
    const world = await givenWorld()
    const sink = open(type, world)

    const outcomes = await sink.send(givenEvents(1))

    const text = JSON.stringify(outcomes)
    expect(text).not.toContain('S3RVER')
    expect(text).not.toContain('x-key')
    expect(text).not.toContain('sig=')
    expect(text).not.toContain('whsec_')
  })

  it('accepts its own settings', async () => {
    const world = await givenWorld()

    expect(sinkTypes[type].validate({ projectId, ...world }, givenContext())).toEqual([])
  })
})

/** Parquet differs from other files of S3 in its contents alone. */
const sendingKinds = kinds.filter(
  ({ name }) =>
    !['pull', 'postgres', 'kafka', 'rabbitmq', 'redis', 'nats', 's3 Parquet'].includes(name),
)

describe.each(sendingKinds)('$name, which sends by HTTP', ({ type, givenWorld }) => {
  it('returns an error when nothing listens', async () => {
    const world = await givenWorld()
    const gone = 'http://127.0.0.1:1/'
    const sink = open(type, {
      ...world,
      metadata: { ...world.metadata, url: gone, endpointUrl: gone },
    })

    const outcomes = await sink.send(givenEvents(1))

    expect(outcomes).toMatchObject([
      { succeeded: false, class: 'connection', detail: expect.any(String) },
    ])
  })

  it('times out when the receiver hangs', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => server.close().closeAllConnections())
    const url = `http://127.0.0.1:${getPort(server)}/`
    const world = await givenWorld()
    const sink = open(
      type,
      { ...world, metadata: { ...world.metadata, url, endpointUrl: url } },
      givenContext({ timeoutMs: 100 }),
    )

    const outcomes = await sink.send(givenEvents(1))

    expect(outcomes).toMatchObject([{ succeeded: false, class: 'timeout' }])
  })

  it.each([400, 403, 404, 429, 500, 503])('fails for the reply %s', async (status) => {
    const { url } = await givenHttp(status)
    const world = await givenWorld()
    const sink = open(type, { ...world, metadata: { ...world.metadata, url, endpointUrl: url } })

    const outcomes = await sink.send(givenEvents(1))

    expect(outcomes).toMatchObject([{ succeeded: false, response: { status } }])
  })

  it('treats a redirect as a failure and does not follow it', async () => {
    const target = await givenHttp()
    const { url } = await givenHttp(307, { headers: { location: target.url } })
    const world = await givenWorld()
    const sink = open(type, { ...world, metadata: { ...world.metadata, url, endpointUrl: url } })

    const outcomes = await sink.send(givenEvents(1))

    expect(outcomes).toMatchObject([{ succeeded: false }])
    expect(target.requests).toEqual([])
  })

  it('returns an error when the connection breaks before the reply', async () => {
    const server = createServer((request) => request.socket.destroy()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => server.close().closeAllConnections())
    const url = `http://127.0.0.1:${getPort(server)}/`
    const world = await givenWorld()
    const sink = open(type, { ...world, metadata: { ...world.metadata, url, endpointUrl: url } })

    const outcomes = await sink.send(givenEvents(1))

    expect(outcomes).toMatchObject([{ succeeded: false, class: 'connection' }])
  })

  it('keeps only the beginning of a reply', async () => {
    const { url } = await givenHttp(500, { body: 'x'.repeat(100_000) })
    const world = await givenWorld()
    const sink = open(type, { ...world, metadata: { ...world.metadata, url, endpointUrl: url } })

    const outcome = getFirst(await sink.send(givenEvents(1)))

    expect(outcome.succeeded).toBe(false)
    expect(JSON.stringify(outcome).length).toBeLessThan(5_000)
  })

  it('sends nothing to an address that is not allowed', { tags: 'separate-networks' }, async () => {
    const world = await givenWorld()
    const sink = open(type, world, givenContext({ allowCidrs: [] }))

    const outcomes = await sink.send(givenEvents(1))

    expect(outcomes).toMatchObject([{ succeeded: false, class: 'addressRefused' }])
    expect(await world.arrived()).toEqual([])
  })

  it.each([
    'not a url',
    'ftp://x.test/',
    'http://user:pw@x.test/',
    'http://10.0.0.1/',
    'http://[::1]/',
  ])('refuses the address %s', async (url) => {
    const world = await givenWorld()
    const metadata = {
      ...world.metadata,
      ...('url' in world.metadata ? { url } : { endpointUrl: url }),
    }

    const issues = sinkTypes[type].validate({ projectId, ...world, metadata }, givenContext())

    expect(issues).toHaveLength(1)
    expect(getFirst(issues).in).toBe('body')
  })

  it('requires https outside of development mode', async () => {
    const world = await givenWorld()

    const issues = sinkTypes[type].validate(
      { projectId, ...world },
      { ...givenContext(), isDevelopment: false },
    )

    expect(issues).toMatchObject([{ detail: 'The URL must use https.' }])
  })
})

it('writes compressed S3 segments without overwriting', async () => {
  const world = await worlds.s3({ batch: true, keyTemplate: 'type' })
  const sink = open('s3', world)
  const events = givenEvents(100)

  await sink.send(events.slice(0, 60))
  await sink.send(events.slice(60))

  expect(bySend(await world.arrived()).map(({ id }) => id)).toEqual(events.map(({ id }) => id))
  expect(sink.maxBatch).toBe(1_000)
})

it('writes the messages of a batch to the folder of each', async () => {
  const { endpointUrl, objects } = await givenS3()
  const sink = open('s3', {
    metadata: {
      ...{ endpointUrl, region: 'us-east-1', bucket: 'events', batch: true },
      keyTemplate: "join('/', [data.objectName, date])",
    },
    credentials,
    arrived: async () => [],
  })
  const events = ['contact', 'deal', 'contact', '../deal'].flatMap((objectName) =>
    givenEvents(2, { objectName }),
  )

  const outcomes = await sink.send(events)

  const today = new Date(timeOfId(getFirst(events).id)).toISOString().slice(0, 10)
  const folders = (await objects()).map(({ key }) => key.slice(0, key.lastIndexOf('/')))
  expect(outcomes.every(({ succeeded }) => succeeded)).toBe(true)
  expect(folders.toSorted()).toEqual([`__/deal/${today}`, `contact/${today}`, `deal/${today}`])
})

it('reports which records of a batch the stream rejected', async () => {
  const { url } = await givenHttp(200, {
    headers: { 'content-type': 'application/x-amz-json-1.1' },
    body: JSON.stringify({
      FailedRecordCount: 1,
      Records: [
        { SequenceNumber: '1', ShardId: 'shard-1' },
        { ErrorCode: 'ProvisionedThroughputExceededException', ErrorMessage: 'Too fast.' },
        { SequenceNumber: '2', ShardId: 'shard-1' },
      ],
    }),
  })
  const sink = open('kinesis', {
    metadata: { endpointUrl: url, region: 'us-east-1', streamName: 'events' },
    credentials,
    arrived: async () => [],
  })

  const outcomes = await sink.send(givenEvents(3))

  expect(outcomes).toMatchObject([
    { succeeded: true },
    {
      succeeded: false,
      detail: 'ProvisionedThroughputExceededException: Too fast.',
      isThrottled: true,
    },
    { succeeded: true },
  ])
})

it('partitions a stream by the template', async () => {
  const { url, requests } = await givenHttp(200, {
    headers: { 'content-type': 'application/x-amz-json-1.1' },
    body: JSON.stringify({ FailedRecordCount: 0, Records: [] }),
  })
  const sink = open('kinesis', {
    metadata: {
      endpointUrl: url,
      region: 'us-east-1',
      streamName: 'events',
      partitionKeyTemplate: "join('-', [type, data.text])",
    },
    credentials,
    arrived: async () => [],
  })

  await sink.send(givenEvents(1, { text: 'x'.repeat(300) }))

  const [record] = getFirst(requests).body.Records
  expect(record.PartitionKey).toBe(`connection.deleted-${'x'.repeat(300)}`.slice(0, 256))
})

it("writes to the server's own log without an endpoint, at any log level", async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const sink = open(
    'log',
    {
      metadata: { severity: 'warn', attributes: { team: 'crm' } },
      credentials: {},
      arrived: async () => [],
    },
    { ...givenContext(), log },
  )
  const event = getFirst(givenEvents(1))

  const outcomes = await sink.send([event])

  expect(outcomes).toEqual([{ succeeded: true }])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 40,
      msg: 'connection.deleted',
      attributes: { team: 'crm' },
      destination: 'far',
      eventId: event.id,
      notification: { notificationType: event.type, data: JSON.parse(event.body) },
    },
  ])
})

it("escapes tenants' text in the log", async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const forged = {
    level: 60,
    time: 1,
    msg: 'the master key is 1234',
    pid: 1,
    err: { stack: 'forged' },
    __proto__: { isAdmin: true },
    'x":1,"level":60,"y': 'x\n{"level":60,"msg":"forged"}\r\n\u001b[2K\u001b[1A\u2028\u0000',
  }
  const sink = open(
    'log',
    {
      metadata: { severity: 'warn', attributes: forged as never },
      credentials: {},
      arrived: async () => [],
    },
    { ...givenContext(), log },
  )

  const before = Date.now()
  await sink.send(givenEvents(1, forged))

  const [line] = lines
  const { level, time, msg, ...rest } = JSON.parse(line!)
  expect(lines).toHaveLength(1)
  // One line, without control characters of terminals.
  expect(line!.slice(0, -1)).not.toMatch(/[\p{Cc}]/u)
  expect(line!.at(-1)).toBe('\n')
  expect([level, msg]).toEqual([40, 'connection.deleted'])
  expect(time).toBeGreaterThanOrEqual(before)
  expect(time).toBeLessThanOrEqual(Date.now())
  expect(Object.keys(rest).toSorted()).toEqual([
    'attributes',
    'destination',
    'destinationId',
    'eventId',
    'hostname',
    'notification',
    'pid',
  ])
  expect(rest.pid).toBe(process.pid)
})

it("writes to the server's log only if enabled by the operator", async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const world = { metadata: {}, credentials: {}, arrived: async () => [] }
  const sink = open('log', world, { ...givenContext(), log, hasServerLog: false })

  const outcomes = await sink.send(givenEvents(1))

  expect(outcomes).toMatchObject([{ succeeded: false, class: 'misconfigured' }])
  expect(lines).toEqual([])
})

it('sends traceparent to webhooks if enabled, unless the builder sets the header', async () => {
  const { url, requests } = await givenHttp(204)
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const [event] = givenEvents(1).map((given) => ({ ...given, traceparent }))
  const send = (sendsTraceparent: boolean, headers = {}) => {
    const world = { metadata: { url, headers }, credentials: {}, arrived: async () => [] }
    return open('webhook', world, { ...givenContext(), sendsTraceparent }).send([event!])
  }

  await send(false)
  await send(true)
  await send(true, { Traceparent: 'theirs' })

  expect(requests.map(({ headers }) => headers['traceparent'])).toEqual([
    undefined,
    traceparent,
    'theirs',
  ])
})

it.each(['webhook', 'log'] as const)('parses the wait time of a %s', async (type) => {
  const { url } = await givenHttp(503, { headers: { 'retry-after': '7' } })
  const sink = open(type, {
    metadata: { url, endpointUrl: url },
    credentials: {},
    arrived: async () => [],
  })

  expect(await sink.send(givenEvents(1))).toMatchObject([
    { succeeded: false, retryAfterMs: 7_000, response: { headers: { 'retry-after': '7' } } },
  ])
})

it('names S3 objects by the template', async () => {
  const { endpointUrl, objects } = await givenS3()
  const keyTemplate = "join('/', [type, to_string(data.index), id])"
  const sink = open('s3', {
    metadata: { endpointUrl, region: 'us-east-1', bucket: 'events', keyTemplate },
    credentials,
    arrived: async () => [],
  })
  const event = getFirst(givenEvents(1))

  await sink.send([event])

  expect((await objects()).map(({ key }) => key)).toEqual([`connection.deleted/0/${event.id}`])
})

it.each(['s3', 'gcs', 'azureblob'] as const)(
  'stores in %s under keys of odd values of customers, each under its own',
  async (type) => {
    const world = await worlds[type]()
    const metadata = { ...world.metadata, keyTemplate: "join('', [data.text, '.json'])" }
    const texts = [
      ...['tree/'.repeat(2_000), `${'tree/'.repeat(2_000)}y`, 'Zürich/😀'.repeat(500)],
      ...[
        'a\0b',
        'a\u0001b',
        'a_b',
        'half\ud83d',
        'half\ud83c',
        'line\r\nend',
        '../..//../other',
        'a b+c%2f?d#e',
      ],
    ]
    const events = texts.flatMap((text) => givenEvents(1, { text }))
    const sink = open(type, { ...world, metadata })

    const outcomes = await Promise.all(events.map((event) => sink.send([event])))

    expect(outcomes.flat().filter(({ succeeded }) => !succeeded)).toEqual([])
    expect(bySend(await world.arrived()).map(({ id }) => id)).toEqual(
      bySend(events).map(({ id }) => id),
    )
    for (const [{ request } = {}] of outcomes) {
      expect(Buffer.byteLength(must(request, 'request').url)).toBeLessThan(1_100)
    }
  },
)

it.each([
  { type: 's3' as const, name: 'keyTemplate' as const },
  { type: 'kinesis' as const, name: 'partitionKeyTemplate' as const },
])('rejects a $name that produces no text', async ({ type, name }) => {
  const world = await worlds[type]()
  const listTemplateIssues = (template: string) =>
    sinkTypes[type].validate(
      { projectId, ...world, metadata: { ...world.metadata, [name]: template } },
      givenContext(),
    )

  for (const template of ['data.[', 'nosuch(data)', "sum('x')", 'data', '[id]']) {
    expect(listTemplateIssues(template), template).toMatchObject([{ name: `metadata.${name}` }])
  }
  for (const template of ['id', 'data.objectName', "join('/', [type, id])", 'data.some.thing'])
    expect(listTemplateIssues(template), template).toEqual([])
})

const awsTypes = ['s3', 'kinesis', 'sqs', 'sns', 'eventbridge'] as const

describe.each(awsTypes)("the server's own AWS role and a %s", (type) => {
  const names = {
    region: 'us-east-1',
    bucket: 'events',
    streamName: 'events',
    queueUrl: 'https://sqs.us-east-1.amazonaws.com/123456789012/events',
    topicArn: 'arn:aws:sns:us-east-1:123456789012:events',
    eventBusArn: 'arn:aws:events:us-east-1:123456789012:event-bus/events',
  }
  const listRoleIssues = (metadata: object, awsRoleProjects: string[]) =>
    sinkTypes[type].validate(
      { projectId, metadata: { ...names, ...metadata }, credentials: {} },
      givenContext({ awsRoleProjects }),
    )

  it(
    'are separate unless the operator listed the project, and always with a custom endpoint',
    { tags: 'aws-role' },
    () => {
      const endpointUrl = 'http://127.0.0.1:9/'

      expect(listRoleIssues({}, [])).toMatchObject([{ name: 'secrets' }])
      expect(listRoleIssues({}, ['proj_2'])).toMatchObject([{ name: 'secrets' }])
      expect(listRoleIssues({}, ['proj_1'])).toEqual([])
      expect(listRoleIssues({ endpointUrl }, ['proj_1'])).toMatchObject([{ name: 'secrets' }])
    },
  )

  it(
    'stay separate for existing destinations, without metadata requests',
    { tags: 'aws-role' },
    async () => {
      const { url, requests } = await givenHttp()
      const before = process.env.AWS_ACCESS_KEY_ID
      process.env.AWS_ACCESS_KEY_ID = process.env.AWS_SECRET_ACCESS_KEY = 'of-the-server'
      onTestFinished(() => {
        if (before === undefined) delete process.env.AWS_ACCESS_KEY_ID
        delete process.env.AWS_SECRET_ACCESS_KEY
      })
      const sink = open(
        type,
        { metadata: { ...names, endpointUrl: url }, credentials: {}, arrived: async () => [] },
        givenContext({ awsRoleProjects: ['proj_1'] }),
      )

      const outcomes = await sink.send(givenEvents(1))

      expect(outcomes).toMatchObject([{ succeeded: false, class: 'misconfigured' }])
      expect(requests).toEqual([])
    },
  )
})

it.each([
  ['s3', 'bucket', ['Events', 'a', 'a..b', '10.0.0.1', 'x/../y', 'events-', 'e'.repeat(64)]],
  ['s3', 'region', ['us-east-1.evil.example/', 'evil.example#', 'US', 'us_east', '-']],
  ['s3', 'storageClass', ['standard', 'A B', 'X\r\ny: z']],
  ['kinesis', 'streamName', ['a b', 'a/b', 'é']],
  ['kinesis', 'region', ['us-east-1@evil.example']],
] as const)('rejects for %s an invalid %s', async (type, name, values) => {
  const world = await worlds[type]()
  const listValueIssues = (value: string) =>
    sinkTypes[type].validate(
      { projectId, ...world, metadata: { ...world.metadata, [name]: value } },
      givenContext(),
    )

  for (const value of values) {
    expect(listValueIssues(value), value).toMatchObject([{ name: `metadata.${name}`, value }])
  }
})

it('refuses port 0 when it is given', async () => {
  const url = 'http://127.0.0.1:0/'

  const issues = sinkTypes.webhook.validate(
    { projectId, metadata: { url }, credentials: {} },
    givenContext(),
  )

  expect(issues).toMatchObject([{ name: 'metadata.url', value: url }])
})
