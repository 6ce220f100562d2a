import { describe, expect, it } from 'vitest'
import type { DestinationMetadata } from '@platform/contract'
import { hasEmulators } from '@platform/testing/emulators'
import { getFirst } from '@platform/kernel/values'
import { sinkTypes } from './sink-types.ts'
import { credentials } from './aws/testing.ts'
import { givenContext, givenEvents, givenHttp } from './testing/sink-world.ts'
import { open } from './testing.ts'
import { pubSubAccountKey as serviceAccountKey } from './pubsub/testing.ts'
import { givenSns } from './sns/testing.ts'
import { givenSqs } from './sqs/testing.ts'

const region = 'eu-west-1'
const names = {
  sqs: { region, queueUrl: `https://sqs.${region}.amazonaws.com/123456789012/events` },
  sns: { topicArn: `arn:aws:sns:${region}:123456789012:events` },
  eventbridge: { eventBusArn: `arn:aws:events:${region}:123456789012:event-bus/default` },
  pubsub: { topic: 'projects/acme-prod/topics/events' },
}
type Type = keyof typeof names
const types = ['sqs', 'sns', 'eventbridge', 'pubsub'] as const

const openWith = (type: Type, metadata: DestinationMetadata) =>
  open(type, {
    metadata: { ...names[type], ...metadata },
    credentials: type === 'pubsub' ? { serviceAccountKey } : credentials,
    arrived: async () => [],
  })

const xml = (results: string) =>
  `<PublishBatchResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishBatchResult>${results}</PublishBatchResult></PublishBatchResponse>`

it.each([
  {
    type: 'sqs' as const,
    body: JSON.stringify({
      Successful: [{ Id: '2', MessageId: 'm-3', MD5OfMessageBody: 'x', SequenceNumber: '7' }],
      Failed: [{ Id: '0', SenderFault: true, Code: 'InvalidMessageContents', Message: 'No.' }],
    }),
    details: ['InvalidMessageContents: No.', 'Unknown: no result for the message'],
    accepted: { messageId: 'm-3', sequenceNumber: '7' },
  },
  {
    type: 'sns' as const,
    body: xml(
      `<Failed><member><Code>KMS.Disabled</Code><Message>a &lt; b</Message><Id>0</Id><SenderFault>true</SenderFault></member></Failed>
      <Successful><member><MessageId>m-3</MessageId><Id>2</Id></member></Successful>`,
    ),
    details: ['KMS.Disabled: a < b', 'Unknown: no result for the message'],
    accepted: { messageId: 'm-3' },
  },
  {
    type: 'eventbridge' as const,
    body: JSON.stringify({
      FailedEntryCount: 2,
      Entries: [
        { ErrorCode: 'ThrottlingException', ErrorMessage: 'Rate exceeded' },
        { ErrorCode: 'InternalFailure' },
        { EventId: 'e-3' },
      ],
    }),
    details: ['ThrottlingException: Rate exceeded', 'InternalFailure: no result for the message'],
    accepted: { eventId: 'e-3' },
  },
])('reports what $type says of each message', async ({ type, body, details, accepted }) => {
  const { url } = await givenHttp(200, { body })
  const sink = openWith(type, { endpointUrl: url })

  const outcomes = await sink.send(givenEvents(3))

  expect(outcomes).toMatchObject([
    ...details.map((detail) => ({ succeeded: false, class: 'refused', detail })),
    { succeeded: true, response: { status: 200, body: JSON.stringify(accepted) } },
  ])
})

it.each([
  [
    'sqs',
    '{"__type":"com.amazonaws.sqs#QueueDoesNotExist","message":"Gone."}',
    'QueueDoesNotExist: Gone.',
  ],
  ['eventbridge', '{"__type":"AccessDeniedException","Message":"No"}', 'AccessDeniedException: No'],
  [
    'sns',
    '<ErrorResponse><Error><Type>Sender</Type><Code>NotFound</Code><Message>No topic</Message></Error></ErrorResponse>',
    'NotFound: No topic',
  ],
  ['sqs', '<html>gateway</html>', 'It answered 400.'],
  ['sns', '', 'It answered 400.'],
  ['eventbridge', 'null', 'It answered 400.'],
  [
    'pubsub',
    '{"error":{"code":400,"message":"Bad topic.","status":"INVALID_ARGUMENT"}}',
    'INVALID_ARGUMENT: Bad topic.',
  ],
  ['pubsub', '{"error":"no"}', 'It answered 400.'],
] as const)('reports why %s rejected a whole call: %s', async (type, body, detail) => {
  const { url } = await givenHttp(400, { body })
  const sink = openWith(type, { endpointUrl: url })

  const outcomes = await sink.send(givenEvents(2))

  const failure = { succeeded: false, class: 'refused', detail, response: { status: 400 } }
  expect(outcomes).toMatchObject([failure, failure])
})

it.each([
  ['sqs', 200, '{"Failed":[{"Id":"0","Code":"RequestThrottled","Message":"Slow down."}]}'],
  ['sqs', 400, '{"__type":"com.amazonaws.sqs#RequestThrottled","message":"Slow down."}'],
  [
    'sns',
    400,
    '<ErrorResponse><Error><Code>Throttling</Code><Message>No</Message></Error></ErrorResponse>',
  ],
  ['eventbridge', 200, '{"Entries":[{"ErrorCode":"ThrottlingException","ErrorMessage":"No"}]}'],
] as const)('reports that %s throttles: %i %s', async (type, status, body) => {
  const { url } = await givenHttp(status, { body })

  const outcomes = await openWith(type, { endpointUrl: url }).send(givenEvents(1))

  expect(outcomes).toMatchObject([{ succeeded: false, isThrottled: true }])
})

describe.each(types)('%s', (type) => {
  it.each([
    '',
    'null',
    '[]',
    '<a/>',
    '{"Entries":7}',
    '{"Successful":[{}],"Entries":[{}],"messageIds":["1"]}',
    '{}',
  ])('counts no message as accepted for the reply %j', async (body) => {
    const { url } = await givenHttp(200, { body })
    const sink = openWith(type, { endpointUrl: url })

    const outcomes = await sink.send(givenEvents(2))

    const detail = 'Unknown: no result for the message'
    expect(outcomes).toMatchObject([
      { succeeded: false, detail },
      { succeeded: false, detail },
    ])
  })

  it('fails for good for a message that is too large, and sends the others', async () => {
    const { url, requests } = await givenHttp(200)
    const sink = openWith(type, { endpointUrl: url })
    const [before, after] = givenEvents(2)
    const [large] = givenEvents(1, { text: 'ü'.repeat(maxMessageBytes[type] / 2) })

    const outcomes = await sink.send([before!, large!, after!])

    expect(outcomes[1]).toMatchObject({
      succeeded: false,
      class: 'tooLarge',
      isFinal: true,
      detail: expect.stringMatching(
        new RegExp(
          `^The message has 10\\d+ bytes\\. [\\w/]+ accepts up to ${maxMessageBytes[type]}\\.$`,
        ),
      ),
    })
    const sent = listBodies(getFirst(requests).body).map((body) => JSON.parse(body).id)
    expect(sent).toEqual([before!.id, after!.id])
    expect(await sink.send([large!])).toMatchObject([{ class: 'tooLarge' }])
    expect(requests).toHaveLength(1)
  })

  it('declares batches of at most the size of a call, in whatever characters', async () => {
    const { url, requests } = await givenHttp(200)
    const sink = openWith(type, { endpointUrl: url })
    const { maxBatch, maxBatchBytes } = sink
    const text = '\u20ac'.repeat(maxBatchBytes / maxBatch - 100)

    await sink.send(givenEvents(maxBatch, { text }))

    const { body } = getFirst(requests)
    const bodies = listBodies(body)
    // What the request adds to each message: attributes, or base64 and JSON.
    const bytes =
      type === 'pubsub'
        ? Buffer.byteLength(JSON.stringify(body))
        : bodies.reduce((sum, message) => sum + Buffer.byteLength(message) + 200, 0)
    expect(bodies).toHaveLength(maxBatch)
    expect(bytes).toBeLessThanOrEqual(maxCallBytes[type])
    expect(bytes).toBeGreaterThan(maxCallBytes[type] / 2)
  })
})

const MB = 1_000_000
const maxMessageBytes = {
  sqs: 1024 * 1024,
  sns: 1024 * 1024,
  eventbridge: 1024 * 1024,
  pubsub: 10 * MB,
}
const maxCallBytes = {
  sqs: 1024 * 1024,
  sns: 256 * 1024,
  eventbridge: 256 * 1000,
  pubsub: 10 * MB,
}

/** Returns the messages of a request. */
function listBodies(body: any): string[] {
  if (typeof body === 'string') {
    const parameters = [...new URLSearchParams(body)]
    return parameters.filter(([name]) => name.endsWith('.Message')).map(([, value]) => value)
  }
  if (body.messages) {
    return body.messages.map(({ data }: { data: string }) => Buffer.from(data, 'base64').toString())
  }
  return body.Entries.map(
    ({ MessageBody, Detail }: Record<string, string>) => MessageBody ?? Detail,
  )
}

const sendAndRead = async (type: Type, metadata: DestinationMetadata, data: object) => {
  const { url, requests } = await givenHttp(200)
  const events = givenEvents(1, data)
  await openWith(type, { endpointUrl: url, ...metadata }).send(events)
  return { event: getFirst(events), body: getFirst(requests).body }
}

const fifo = `${names.sqs.queueUrl}.fifo`
const ofContact = { installationId: 'inst_1', groupRef: 'acme', objectName: 'contact' }

it.each([
  { metadata: { queueUrl: fifo }, data: ofContact, group: 'inst_1/contact' },
  { metadata: { queueUrl: fifo }, data: { groupRef: 'acme' }, group: 'acme' },
  { metadata: { queueUrl: fifo }, data: {}, group: 'proj_1' },
  {
    metadata: { queueUrl: fifo, messageGroupTemplate: 'data.groupRef' },
    data: ofContact,
    group: 'acme',
  },
  { metadata: { messageGroupTemplate: 'data.groupRef' }, data: ofContact, group: 'acme' },
  { metadata: {}, data: ofContact, group: undefined },
  {
    metadata: { messageGroupTemplate: 'data.groupRef' },
    data: { groupRef: 'Ä'.repeat(200) },
    group: expect.stringMatching(/^[\da-f]{64}$/),
  },
])('groups $data by $metadata', async ({ metadata, data, group }) => {
  const { event, body } = await sendAndRead('sqs', metadata, data)

  const [entry] = body.Entries
  expect(entry.MessageGroupId).toEqual(group)
  const isFifo = metadata.queueUrl !== undefined
  expect(entry.MessageDeduplicationId).toBe(isFifo ? event.id : undefined)
  expect(entry.MessageAttributes.eventType.StringValue).toBe(event.type)
})

it('escapes the characters that queues reject', async () => {
  const data = { text: 'a\ufffe\uffff\ud800b' }

  const { body } = await sendAndRead('sqs', {}, data)

  const [{ MessageBody }] = body.Entries
  expect(MessageBody).toContain('a\\ufffe\\uffff\\ud800b')
  expect(JSON.parse(MessageBody).data.text).toBe(data.text)
})

it.each([
  ['sqs', 'queueUrl', 'https://sqs.eu-west-2.amazonaws.com/123456789012/events'],
  ['sqs', 'queueUrl', 'https://evil.example/123456789012/events'],
  ['sqs', 'queueUrl', 'http://sqs.eu-west-1.amazonaws.com/123456789012/events'],
  ['sqs', 'queueUrl', 'https://sqs.eu-west-1.amazonaws.com@evil.example/123456789012/events'],
  ['sqs', 'queueUrl', 'https://sqs.eu-west-1.amazonaws.com/events'],
  ['sqs', 'queueUrl', 'events'],
  ['sns', 'topicArn', 'arn:aws:sqs:eu-west-1:123456789012:events'],
  ['sns', 'topicArn', 'arn:aws-cn:sns:eu-west-1:123456789012:events'],
  ['sns', 'topicArn', 'arn:aws:sns:cn-north-1:123456789012:events'],
  ['sns', 'topicArn', 'arn:aws:sns:us-gov-west-1:123456789012:events'],
  ['sns', 'topicArn', 'arn:aws:sns:eu-west-1.evil.example#:123456789012:events'],
  ['sns', 'topicArn', 'arn:aws:sns:eu-west-1:1234:events'],
  ['sns', 'topicArn', 'arn:aws:sns:eu-west-1:123456789012:a b'],
  ['eventbridge', 'eventBusArn', 'default'],
  ['eventbridge', 'eventBusArn', 'arn:aws:events:eu-west-1:123456789012:rule/default'],
  ['eventbridge', 'source', 'aws.ec2'],
  ['eventbridge', 'source', 'a b'],
  ['pubsub', 'topic', 'events'],
  ['pubsub', 'topic', 'projects/acme-prod/subscriptions/events'],
  ['pubsub', 'topic', 'projects/acme-prod/topics/google'],
  ['pubsub', 'topic', 'projects/acme-prod/topics/../../../v1/projects/other-prod/topics/x'],
] as const)('rejects for %s as %s: %s', (type, name, value) => {
  const metadata = { ...names[type], [name]: value }

  const issues = sinkTypes[type].validate(
    { projectId: 'proj_1', metadata, credentials: { ...credentials, serviceAccountKey } },
    givenContext(),
  )

  expect(issues).toMatchObject([{ name: `metadata.${name}`, value }])
})

it.each([
  [
    'sqs',
    {
      region: 'cn-north-1',
      queueUrl: 'https://sqs.cn-north-1.amazonaws.com.cn/123456789012/a.fifo',
    },
  ],
  [
    'sqs',
    { endpointUrl: 'http://127.0.0.1:4566', queueUrl: 'http://localhost:4566/000000000000/a' },
  ],
  ['sns', { topicArn: 'arn:aws-cn:sns:cn-north-1:123456789012:events.fifo' }],
  ['sns', { topicArn: 'arn:aws-us-gov:sns:us-gov-west-1:123456789012:events' }],
  ['eventbridge', { eventBusArn: 'arn:aws-eusc:events:eusc-de-east-1:123456789012:event-bus/a/b' }],
  ['eventbridge', { source: 'acme.crm' }],
  ['pubsub', { topic: 'projects/example.com:acme-prod/topics/a.b~c%2B' }],
] as const)('accepts for %s: %j', (type, metadata) => {
  const issues = sinkTypes[type].validate(
    {
      projectId: 'proj_1',
      metadata: { ...names[type], ...metadata },
      credentials: { ...credentials, serviceAccountKey },
    },
    givenContext(),
  )

  expect(issues).toEqual([])
})

describe.runIf(hasEmulators)('in the emulator', () => {
  it.each([
    ['sqs', givenSqs],
    ['sns', givenSns],
  ] as const)('%s FIFO keeps the order and drops repeated messages', async (type, given) => {
    const world = await given({ isFifo: true })()
    const sink = open(type, world)
    const events = givenEvents(30, ofContact)

    for (const at of [0, 10, 20]) await sink.send(events.slice(at, at + 10))
    await sink.send(events.slice(0, 10))

    const arrived = (await world.arrived()).map(({ id }) => id)
    expect(arrived).toEqual(events.map(({ id }) => id))
  })

  it.each([
    ['sqs', givenSqs, /NonExistentQueue|QueueDoesNotExist/],
    ['sns', givenSns, /NotFound/],
  ] as const)('%s reports that it does not exist', async (type, given, words) => {
    const world = await given({ isFifo: false })()
    const gone = {
      queueUrl: `${world.metadata.queueUrl}x`,
      topicArn: `${world.metadata.topicArn}x`,
    }
    const sink = open(type, { ...world, metadata: { ...world.metadata, ...gone } })

    const [outcome] = await sink.send(givenEvents(1))

    expect(outcome).toMatchObject({ succeeded: false, detail: expect.stringMatching(words) })
  })

  it('reports what a topic says of a message that is larger than it accepts', async () => {
    const world = await givenSns({ isFifo: false })()
    const sink = open('sns', world)

    const [outcome] = await sink.send(givenEvents(1, { text: 'x'.repeat(300 * 1024) }))

    expect(outcome).toMatchObject({ succeeded: false, class: 'refused' })
    expect(outcome).not.toHaveProperty('isFinal')
  })
})
