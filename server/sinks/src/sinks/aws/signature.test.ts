import { createHash, createHmac } from 'node:crypto'
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { PutRecordsCommand, KinesisClient } from '@aws-sdk/client-kinesis'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { PublishBatchCommand, SNSClient } from '@aws-sdk/client-sns'
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { SignatureV4 } from '@smithy/signature-v4'
import { expect, it } from 'vitest'
import type { DestinationType } from '@platform/contract'
import { must } from '@platform/kernel/values'
import { inPath, signHeaders } from './signature.ts'
import { givenContext, givenEvents } from '../testing/sink-world.ts'
import { open } from '../testing.ts'

const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
}

/** The session token of AWS's test suite. */
const sessionToken =
  'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA=='

const suite = { service: 'service', region: 'us-east-1', at: new Date('2015-08-30T12:36:00Z') }
const toSuite = {
  method: 'POST',
  host: 'example.amazonaws.com',
  path: '/',
  headers: {},
  body: '',
}

it.each([
  {
    name: 'post-vanilla of the test suite',
    request: toSuite,
    signing: { ...suite, credentials },
    signature: '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  },
  {
    name: 'post-sts-header-before of the test suite',
    request: toSuite,
    signing: { ...suite, credentials: { ...credentials, sessionToken } },
    signature: '85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead',
  },
  {
    name: 'the object that the documentation of S3 puts',
    request: {
      method: 'PUT',
      host: 'examplebucket.s3.amazonaws.com',
      path: '/test%24file.text',
      headers: {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
      body: 'Welcome to Amazon S3.',
    },
    signing: {
      service: 's3',
      region: 'us-east-1',
      at: new Date('2013-05-24T00:00:00Z'),
      credentials: {
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      },
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
])('signs $name as AWS does', ({ request, signing, signature }) => {
  const { authorization } = signHeaders(request, signing)

  expect(authorization).toMatch(new RegExp(`, Signature=${signature}$`))
})

interface Sent {
  host: string
  path: string
  headers: Record<string, string>
  body: string
}

interface Captured extends Omit<Sent, 'host' | 'body'> {
  hostname: string
  body: string | Uint8Array
}

const readText = (body: Captured['body']) =>
  typeof body === 'string' ? body : Buffer.from(body).toString()

const lookedAt = new Error('It was looked at, and not sent.')
const mustBeLookedAt = (error: unknown) => expect(error).toBe(lookedAt)

/** The request that AWS's client would send. */
function capturing() {
  const sent: Sent[] = []
  const requestHandler = {
    metadata: { handlerProtocol: 'http/1.1' },
    httpHandlerConfigs: () => ({}),
    updateHttpClientConfig() {},
    destroy() {},
    handle({ hostname: host, path, headers, body }: Captured) {
      sent.push({ host, path, headers, body: readText(body) })
      return Promise.reject(lookedAt)
    },
  }
  return { sent, requestHandler }
}

/** The request of the destination, captured before it is sent. */
async function captureRequest(type: DestinationType, metadata: object) {
  const caught: {
    origin: string
    path: string
    headers: Record<string, string>
    body: string | Buffer
  }[] = []
  const context = givenContext()
  const request = (origin: string, asked: Omit<(typeof caught)[number], 'origin'>) => {
    caught.push({ ...asked, origin })
    return Promise.reject(lookedAt)
  }
  const sink = open(
    type,
    {
      metadata,
      credentials: {
        awsKeyId: credentials.accessKeyId,
        awsSecretKey: credentials.secretAccessKey,
        awsSessionToken: sessionToken,
      },
      arrived: async () => [],
    },
    { ...context, egress: { ...context.egress, forTenant: () => ({ request }) as never } },
  )
  await sink.send(givenEvents(1, { key: 'deep/ñ+a b%2F~!\'()*/x/=&?#"<>' }))
  const [{ origin, path, headers, body }] = caught as [(typeof caught)[number]]
  return { host: new URL(origin).hostname, path, headers, body: String(body) }
}

const client = {
  credentials: { ...credentials, sessionToken },
  maxAttempts: 1,
  requestChecksumCalculation: 'WHEN_REQUIRED',
} as const

it.each([
  { region: 'us-east-1', bucket: 'events' },
  { region: 'eu-central-1', bucket: 'dotted.events' },
  { region: 'cn-north-1', bucket: 'events' },
  { region: 'us-gov-west-1', bucket: 'events' },
  { region: 'eusc-de-east-1', bucket: 'events' },
  { region: 'us-iso-east-1', bucket: 'events' },
  { region: 'us-isob-east-1', bucket: 'events' },
  { region: 'us-east-1', bucket: 'events', endpointUrl: 'https://minio.example:9000/store/' },
])('puts an object where AWS’s own client puts it: $bucket in $region', async (metadata) => {
  const { sent, requestHandler } = capturing()
  const { region, bucket, endpointUrl: endpoint } = metadata
  const s3 = new S3Client({
    ...client,
    region,
    requestHandler,
    ...(endpoint && { endpoint, forcePathStyle: true }),
  })
  const key = 'deep/ñ+a b%2F~!\'()*/x/=&?#"<>'

  const ours = await captureRequest('s3', { ...metadata, keyTemplate: 'data.key' })
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: 'x' })).catch(mustBeLookedAt)

  expect([ours.host, ours.path]).toEqual([sent[0]?.host, sent[0]?.path])
})

it.each(['us-east-1', 'cn-northwest-1', 'eusc-de-east-1', 'us-iso-west-1', 'eu-isoe-west-1'])(
  'puts records where AWS’s own client puts them: %s',
  async (region) => {
    const { sent, requestHandler } = capturing()
    const kinesis = new KinesisClient({ ...client, region, requestHandler })

    const ours = await captureRequest('kinesis', { region, streamName: 'events' })
    const put = { StreamName: 'events', Records: [{ Data: Buffer.from('x'), PartitionKey: 'x' }] }
    await kinesis.send(new PutRecordsCommand(put)).catch(mustBeLookedAt)

    const wanted = must(sent[0], 'a request')
    expect([ours.host, ours.path]).toEqual([wanted.host, wanted.path])
    for (const name of ['content-type', 'x-amz-target', 'x-amz-security-token']) {
      expect(ours.headers[name]).toBe(wanted.headers[name])
    }
  },
)

const regions = [
  ['us-east-1', 'aws', 'amazonaws.com'],
  ['cn-north-1', 'aws-cn', 'amazonaws.com.cn'],
  ['us-gov-west-1', 'aws-us-gov', 'amazonaws.com'],
  ['eusc-de-east-1', 'aws-eusc', 'amazonaws.eu'],
  ['us-iso-east-1', 'aws-iso', 'c2s.ic.gov'],
] as const

const sentNames = ['content-type', 'x-amz-target', 'x-amz-security-token']

it.each(regions)('sends to queues as AWS’s own client does: %s', async (region, _name, domain) => {
  const { sent, requestHandler } = capturing()
  const queueUrl = `https://sqs.${region}.${domain}/123456789012/events.fifo`

  const ours = await captureRequest('sqs', { region, queueUrl })
  const { QueueUrl, Entries } = JSON.parse(ours.body)
  const command = new SendMessageBatchCommand({ QueueUrl, Entries })
  await new SQSClient({ ...client, region, requestHandler }).send(command).catch(mustBeLookedAt)

  const wanted = must(sent[0], 'a request')
  expect([ours.host, ours.path]).toEqual([wanted.host, wanted.path])
  expect(JSON.parse(ours.body)).toEqual(JSON.parse(wanted.body))
  for (const name of sentNames) expect(ours.headers[name]).toBe(wanted.headers[name])
})

it.each(regions)('publishes to topics as AWS’s own client does: %s', async (region, partition) => {
  const { sent, requestHandler } = capturing()
  const topicArn = `arn:${partition}:sns:${region}:123456789012:events.fifo`

  const ours = await captureRequest('sns', { topicArn })
  const parameters = Object.fromEntries(new URLSearchParams(ours.body))
  const entry = (name: string) =>
    must(parameters[`PublishBatchRequestEntries.member.1.${name}`], name)
  const attributes = Object.fromEntries(
    [1, 2].map((place) => [
      entry(`MessageAttributes.entry.${place}.Name`),
      {
        DataType: 'String',
        StringValue: entry(`MessageAttributes.entry.${place}.Value.StringValue`),
      },
    ]),
  )
  const command = new PublishBatchCommand({
    TopicArn: topicArn,
    PublishBatchRequestEntries: [
      {
        Id: '0',
        Message: entry('Message'),
        MessageAttributes: attributes,
        MessageGroupId: entry('MessageGroupId'),
        MessageDeduplicationId: entry('MessageDeduplicationId'),
      },
    ],
  })
  await new SNSClient({ ...client, region, requestHandler }).send(command).catch(mustBeLookedAt)

  const wanted = must(sent[0], 'a request')
  expect([ours.host, ours.path]).toEqual([wanted.host, wanted.path])
  expect(parameters).toEqual(Object.fromEntries(new URLSearchParams(wanted.body)))
  expect(ours.headers['content-type']).toBe(wanted.headers['content-type'])
})

it.each(regions)('puts events as AWS’s own client does: %s', async (region, partition) => {
  const { sent, requestHandler } = capturing()
  const eventBusArn = `arn:${partition}:events:${region}:123456789012:event-bus/events`

  const ours = await captureRequest('eventbridge', { eventBusArn })
  const { Entries } = JSON.parse(ours.body)
  const [{ Time, ...entry }] = Entries
  const command = new PutEventsCommand({
    Entries: [{ ...entry, Time: new Date(Time * 1000) }],
  })
  await new EventBridgeClient({ ...client, region, requestHandler })
    .send(command)
    .catch(mustBeLookedAt)

  const wanted = must(sent[0], 'a request')
  expect([ours.host, ours.path]).toEqual([wanted.host, wanted.path])
  expect(JSON.parse(ours.body)).toEqual(JSON.parse(wanted.body))
  for (const name of sentNames) expect(ours.headers[name]).toBe(wanted.headers[name])
})

/** The hash in the interface of AWS's signer. */
class Sha256 {
  #hash
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret
      ? createHmac('sha256', typeof secret === 'string' ? secret : toBuffer(secret))
      : createHash('sha256')
  }
  update(text: Uint8Array) {
    this.#hash.update(text)
  }
  async digest() {
    return new Uint8Array(this.#hash.digest())
  }
  reset() {}
}

const toBuffer = (secret: ArrayBuffer | ArrayBufferView) =>
  secret instanceof ArrayBuffer
    ? Buffer.from(secret)
    : Buffer.from(secret.buffer, secret.byteOffset, secret.byteLength)

it.each(['s3', 'kinesis'])(
  'signs for %s as AWS’s own signer does, whatever the path',
  async (service) => {
    const at = new Date()
    const signing = { credentials: client.credentials, service, region: 'eu-west-3', at }
    const signer = new SignatureV4({
      ...signing,
      sha256: Sha256,
      uriEscapePath: service !== 's3',
      applyChecksum: service === 's3',
    })
    const keys = ['plain', 'ünï/c o d/é', '+%2B/a~', "!'()*;:@&=$,?#[]", '\u0001\u007f 🌍', 'a/']

    for (const key of keys) {
      const request = {
        method: 'PUT',
        host: 'events.s3.eu-west-3.amazonaws.com',
        path: `/${key.split('/').map(inPath).join('/')}`,
        headers: { 'content-type': 'application/json', 'x-amz-meta-event-type': ' a  b ' },
        body: '{"text":"Grüße 🌍"}',
      }
      const theirs = await signer.sign(
        {
          ...request,
          headers: { ...request.headers, host: request.host },
          protocol: 'https:',
          hostname: request.host,
        },
        { signingDate: at },
      )

      expect(signHeaders(request, signing)['authorization']).toBe(theirs.headers['authorization'])
    }
  },
)
