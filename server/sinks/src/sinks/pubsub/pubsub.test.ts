import { jwtVerify } from 'jose'
import { describe, expect, it, vi } from 'vitest'
import { hasEmulators } from '@platform/testing/emulators'
import { getFirst, getNowMs, must } from '@platform/kernel/values'
import { sinkTypes } from '../sink-types.ts'
import { givenContext, givenEvents, givenHttp } from '../testing/sink-world.ts'
import { open } from '../testing.ts'
import { givenPubSub, pubSubAccountKey as serviceAccountKey, servicePublicKey } from './testing.ts'

const topic = 'projects/acme-prod/topics/events'
const published = JSON.stringify({ messageIds: ['1'] })

const openAt = (endpointUrl: string, metadata = {}, credentials = { serviceAccountKey }) =>
  open('pubsub', {
    metadata: { topic, endpointUrl, ...metadata },
    credentials,
    arrived: async () => [],
  })

it('signs tokens for an hour itself, and keeps one until shortly before it expires', async () => {
  const { url, requests } = await givenHttp(200, { body: published })
  const sink = openAt(url)
  const start = getNowMs()
  const [machine, monotonic] = [Date.now(), performance.now()]

  for (const minutes of [0, 54, 56]) {
    vi.spyOn(Date, 'now').mockReturnValue(machine + minutes * 60_000)
    vi.spyOn(performance, 'now').mockReturnValue(monotonic + minutes * 60_000)
    await sink.send(givenEvents(1))
  }

  const tokens = requests.map(({ headers }) => String(headers['authorization']).slice(7))
  expect(tokens[0]).toBe(tokens[1])
  expect(tokens[2]).not.toBe(tokens[1])
  const verified = await jwtVerify(must(tokens[0], 'token'), servicePublicKey, {
    currentDate: new Date(start),
  })
  expect(verified).toMatchObject({
    protectedHeader: { alg: 'RS256', typ: 'JWT', kid: 'key-1' },
    payload: {
      iss: 'platform@acme-test.iam.gserviceaccount.com',
      sub: 'platform@acme-test.iam.gserviceaccount.com',
      aud: 'https://pubsub.googleapis.com/',
      iat: Math.floor(start / 1000),
      exp: Math.floor(start / 1000) + 3600,
    },
  })
})

it('publishes one request per ordering key, and fails only those that are rejected', async () => {
  const { url, requests } = await givenHttp(200, { body: published })
  const sink = openAt(url, { orderingKeyTemplate: 'data.groupRef' })
  const events = ['a', 'b', 'a'].flatMap((groupRef) => givenEvents(1, { groupRef }))
  const [long] = givenEvents(1, { groupRef: 'Ä'.repeat(1000) })

  const outcomes = await sink.send([...events, long!])

  const keys = requests.map(({ body }) =>
    body.messages.map(({ orderingKey }: { orderingKey: string }) => orderingKey),
  )
  expect(keys).toHaveLength(3)
  expect(keys).toEqual(
    expect.arrayContaining([['a', 'a'], ['b'], [expect.stringMatching(/^[\da-f]{64}$/)]]),
  )
  // The reply has one ID, which fits only requests with one message.
  expect(outcomes.map(({ succeeded }) => succeeded)).toEqual([false, true, false, true])
  expect(sink.maxBatch).toBe(10)
})

it('needs the key of a service account, except for an emulator', () => {
  const listIssues = (key: string | undefined, endpointUrl?: string) =>
    sinkTypes.pubsub
      .validate(
        {
          projectId: 'proj_1',
          metadata: { topic, ...(endpointUrl && { endpointUrl }) },
          credentials: key === undefined ? {} : { serviceAccountKey: key },
        },
        givenContext(),
      )
      .map(({ name }) => name)
  const key = ['secrets.serviceAccountKey']

  expect(listIssues(serviceAccountKey)).toEqual([])
  expect(listIssues(undefined, 'http://127.0.0.1:8085')).toEqual([])
  expect(listIssues(undefined)).toEqual(key)
  expect(listIssues('{}')).toEqual(key)
  expect(listIssues('key')).toEqual(key)
  const account = JSON.parse(serviceAccountKey)
  expect(listIssues(JSON.stringify({ ...account, private_key: 'x' }))).toEqual(key)
})

it('repeats no secret in the issue of an invalid key', () => {
  const [issue] = sinkTypes.pubsub.validate(
    { projectId: 'proj_1', metadata: { topic }, credentials: { serviceAccountKey: 's3cret' } },
    givenContext(),
  )

  expect(JSON.stringify(issue)).not.toContain('s3cret')
})

describe.runIf(hasEmulators)('in the emulator', () => {
  it('keeps the order of messages with one ordering key', async () => {
    const orderingKeyTemplate = "join('/', [data.installationId, data.objectName])"
    const world = await givenPubSub({ orderingKeyTemplate })
    const sink = open('pubsub', world)
    const events = givenEvents(30, { installationId: 'inst_1', objectName: 'contact' })

    for (const at of [0, 10, 20]) await sink.send(events.slice(at, at + 10))

    const arrived = (await world.arrived()).map(({ id }) => id)
    expect(arrived).toEqual(events.map(({ id }) => id))
  })

  it('reports a topic that does not exist in its words', async () => {
    const { metadata, credentials } = await givenPubSub()
    const gone = { ...metadata, topic: `${metadata.topic}-gone` }
    const sink = open('pubsub', { metadata: gone, credentials, arrived: async () => [] })

    const outcome = getFirst(await sink.send(givenEvents(1)))

    expect(outcome).toMatchObject({
      succeeded: false,
      class: 'refused',
      detail: expect.stringMatching(/^NOT_FOUND: topic ".*-gone"/),
      response: { status: 404 },
    })
  })
})
