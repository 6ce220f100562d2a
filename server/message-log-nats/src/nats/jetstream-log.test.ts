import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { inspect, promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ProjectId } from '@platform/contract'
import { newId } from '@platform/kernel/db/new-id'
import { freePort } from '@platform/testing/free-port'
import { expectWithin } from '@platform/testing/machine-speed'
import { findNatsServer, startNatsCluster, type NatsCluster } from '@platform/testing/nats-cluster'
import { patiently } from '@platform/testing/patiently'
import { explainPlacement } from './cluster-checks.ts'
import { explainConnectionError } from './connection-errors.ts'
import { decodeEntry, decompressEntry, divideIntoEntries, encodeEntry } from './entry.ts'
import { openJetStreamLog, type JetStreamLogOptions } from './jetstream-log.ts'
import { openLateLog } from '@platform/delivery/notifications/message-log/late-log'
import { findUnencrypted, parseLogUrl } from './log-url.ts'
import {
  MessageLogError,
  type LogMessage,
  type MessageLog,
} from '@platform/delivery/notifications/message-log/message-log'
import { connectToNats, type ReliableConnection } from './nats-connection.ts'
import { createStreamChoice } from './stream-choice.ts'

const program = await findNatsServer()

function givenMessages(count: number, bytes = 1000): LogMessage[] {
  return Array.from({ length: count }, () => {
    const id = newId('evt')
    return { id, body: JSON.stringify({ id, text: randomBytes(bytes / 2).toString('hex') }) }
  })
}

describe('entries', () => {
  it('contain messages byte for byte, in order', () => {
    const messages = ['', '\n', '{"a":"é\\n"}\n{}', '€'.repeat(500)].map((body, nth) => ({
      id: `${nth}"\n`,
      body,
    }))

    expect(decodeEntry(encodeEntry(messages))).toEqual(messages)
  })

  it('are at most as large as allowed, and as few as possible', () => {
    const messages = givenMessages(10, 1000)

    const entries = divideIntoEntries(messages, 3500)

    expect(entries.map((entry) => entry.length)).toEqual([3, 3, 3, 1])
    expect(entries.flat()).toEqual(messages)
    expect(Math.max(...entries.map((entry) => encodeEntry(entry).length))).toBeLessThan(3500)
    expect(divideIntoEntries([], 3500)).toEqual([])
  })

  it('cannot contain a message that is larger', () => {
    const [message] = givenMessages(1, 4000)

    expect(() => divideIntoEntries([message!], 3500)).toThrow(
      /^The message evt_\w+ has \d+ bytes, more than an entry of the message log \(3500\)\. Raise max_payload on every node, to at most 8MB\.$/,
    )
  })

  it('that would fill the memory are rejected', async () => {
    const bomb = await promisify(zstdCompress)(Buffer.alloc(100_000_000))

    await expect(decompressEntry(bomb)).rejects.toThrow(RangeError)
  })

  it('of a later format are rejected', () => {
    expect(() => decodeEntry(Buffer.from('{"format":2}\n'))).toThrow(/a later version wrote it/)
  })
})

describe('streams', () => {
  it('without acknowledgements are avoided for ten seconds, unless all are', () => {
    let now = 0
    const choice = createStreamChoice(3, () => now)
    const chooseThree = () => [0, 1, 2].map((own) => choice.choose(own))

    expect(chooseThree()).toEqual([0, 1, 2])
    choice.failed(1)
    expect(chooseThree()).toEqual([0, 2, 2])
    choice.failed(2)
    expect(chooseThree()).toEqual([0, 0, 0])
    choice.failed(0)
    expect(chooseThree()).toEqual([0, 1, 2])
    choice.acknowledged(0)
    expect(chooseThree()).toEqual([0, 0, 0])
    now = 10_000
    expect(chooseThree()).toEqual([0, 1, 2])
  })
})

describe('a cluster that cannot have a stream', () => {
  it.each([
    [10005, 'no suitable peers for placement, insufficient storage', /not have 7 bytes.*max_file/],
    [10005, 'no suitable peers for placement, peer offline', /at least 3 running nodes/],
    [10047, 'insufficient storage resources available', /do not have 7 bytes/],
    [10074, 'replicas > 1 not supported in non-clustered mode', /at least 3 running nodes/],
    [10058, 'stream name already in use', undefined],
  ])('is explained: %i %s', (code, message, words) => {
    const error = explainPlacement(Object.assign(new Error(message), { code, status: 400 }), 7)

    if (words) expect(error?.message).toMatch(words)
    else expect(error).toBeUndefined()
  })
})

describe('a connection that is refused', () => {
  const connectionError = (message: string, cause?: object) =>
    Object.assign(new Error(message, { cause }), { name: 'ConnectionError' })

  it.each([
    [
      Object.assign(new Error("Host: a. is not in the cert's altnames: DNS:b"), {
        code: 'ERR_TLS_CERT_ALTNAME_INVALID',
      }),
      /is for other names \(Host: a\..*\)\. Use a name of the certificate/,
    ],
    [
      connectionError('no start line', Object.assign(new Error(), { code: 'ERR_OSSL_PEM_X' })),
      /names a file with an invalid certificate or key \(no start line\)/,
    ],
    // Both pass without a change of settings.
    [Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' }), undefined],
    [Object.assign(new Error('authentication timeout'), { name: 'AuthorizationError' }), undefined],
    [connectionError('connection refused', { code: 'ECONNREFUSED' }), undefined],
  ])('is explained: %s', (error, words) => {
    const explained = explainConnectionError(error, { setting: 'PLATFORM_LOG', addresses: 'a:1' })

    if (words) expect(explained?.message).toMatch(words)
    else expect(explained).toBeUndefined()
  })
})

describe('a log that may be away', () => {
  it('is reported as unreachable until it answers again, without calls of others', async () => {
    let isAway = true
    const usage = vi.fn(async () => {
      if (isAway) throw new MessageLogError('unreachable', 'The log is away.')
      return { bytes: 0, maxBytes: 1, entries: 0, oldestTime: undefined }
    })
    const opened = { usage, close: async () => {} } as unknown as MessageLog
    const late = await openLateLog(async () => opened, {
      ...{ registry: new Registry(), logger: pino({ level: 'silent' }), againMs: 5 },
    })
    onTestFinished(() => late.close())
    expect(late.isReachable()).toBe(true)

    await expect(late.usage()).rejects.toThrow('The log is away.')
    await vi.waitFor(() => expect(usage.mock.calls.length).toBeGreaterThan(2), patiently)
    expect(late.isReachable()).toBe(false)
    isAway = false

    await vi.waitFor(() => expect(late.isReachable()).toBe(true), patiently)
  })
})

describe('a connection', () => {
  /** Starts a node that answers pings only. If it stands still, it reads nothing once it is connected. */
  async function startNode({ port = 0, standsStill = false } = {}) {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.write('INFO {"server_id":"a","version":"2.12.0","max_payload":1048576}\r\n')
      socket.on('error', () => {})
      socket.on('data', (bytes) => {
        if (!bytes.includes('PING')) return
        socket.write('PONG\r\n')
        if (standsStill) socket.pause()
      })
    })
    await once(server.listen(port, '127.0.0.1'), 'listening')
    const close = () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    }
    onTestFinished(close)
    const { port: ownPort } = server.address() as AddressInfo
    return { port: ownPort, connections: () => sockets.size, close }
  }

  /** Connects to the nodes in this order. */
  async function connectInOrder(...ports: number[]) {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.999)
    onTestFinished(() => random.mockRestore())
    const url = parseLogUrl('LOG', `nats://${ports.map((port) => `127.0.0.1:${port}`).join(',')}`)
    const link = await connectToNats('LOG', url, { forMs: 5_000 })
    onTestFinished(() => link.close())
    return link
  }
  const ping = (link: ReliableConnection) =>
    link.send(({ timeout }) => Promise.race([link.connection.rtt(), rejectAfter(timeout)]), {
      forMs: 20_000,
      isFinal: () => false,
    })
  const rejectAfter = async (ms: number) => {
    await setTimeout(ms)
    throw new Error('timeout')
  }

  it('moves to a node that was starting when it was opened', async () => {
    const [port, first] = [await freePort(), await startNode()]
    const link = await connectInOrder(port, first.port)
    await startNode({ port })
    first.close()

    expect(await ping(link)).toBeGreaterThanOrEqual(0)
  })

  it('leaves a node that stands still and does not read what is written', async () => {
    const [still, other] = [await startNode({ standsStill: true }), await startNode()]
    const link = await connectInOrder(still.port, other.port)
    for (let nth = 0; nth < 20; nth++) link.connection.publish('a', Buffer.alloc(1_000_000))

    expect(await ping(link)).toBeGreaterThanOrEqual(0)
    expect([still.connections(), other.connections()]).toEqual([1, 1])
  })
})

describe('URLs', () => {
  it.each([
    ['nats://one', { servers: ['one'] }],
    ['nats://a%40b:c%3Ad@one:1,two:2/', { servers: ['one:1', 'two:2'], user: 'a@b', pass: 'c:d' }],
    ['nats://secret@one', { servers: ['one'], token: 'secret' }],
    ['tls://one', { servers: ['one'], tls: {} }],
    [
      'tls://one?ca=/ca.pem&cert=/c.pem&key=/k.pem',
      { servers: ['one'], tls: { caFile: '/ca.pem', certFile: '/c.pem', keyFile: '/k.pem' } },
    ],
    ['nats://one?credentials=/user.creds', { servers: ['one'] }],
  ])('are parsed: %s', (url, options) => {
    expect(parseLogUrl('PLATFORM_LOG', url)).toMatchObject({ options })
  })

  it.each([
    ['http://one', 'PLATFORM_LOG is not a URL of NATS, such as nats://user:password@one:4222'],
    ['nats://user:secret@', 'PLATFORM_LOG is not a URL of NATS'],
    ['nats://one?verify=no', 'PLATFORM_LOG has the unknown parameter verify. Known parameters: ca'],
    [
      'tls://one,127.0.0.1:4222',
      'has the address 127.0.0.1:4222, which TLS cannot verify: use the',
    ],
    ['tls://[::1]:4222', 'has the address [::1]:4222, which TLS cannot verify'],
    ['nats://user:secret%@one', 'PLATFORM_LOG has a user or password with an invalid %'],
    ['nats://user:sec@secret@one', 'Encode special characters of the password, such as @ as %40.'],
    ['nats://one?ca=/ca.pem', 'PLATFORM_LOG names a file for TLS: use tls://.'],
  ])('are rejected in words, without their password: %s', (url, words) => {
    expect(() => parseLogUrl('PLATFORM_LOG', url)).toThrow(words)
    expect(() => parseLogUrl('PLATFORM_LOG', url)).not.toThrow('secret')
  })
})

const byTls = (url: string) => url.replace('nats:', 'tls:').replaceAll('127.0.0.1', 'localhost')

it('warns of nodes that are reached without encryption', () => {
  const warn = (url: string) => findUnencrypted('PLATFORM_LOG', url)

  expect(warn('nats://app:secret@one.test:4222,127.0.0.1:4222')).toMatch(
    /one\.test:4222.* without encryption/,
  )
  expect(warn('nats://app:secret@one.test:4222')).not.toContain('secret')
  expect(warn('tls://app:secret@one.test:4222')).toBeUndefined()
  expect(warn('nats://127.0.0.1:4222,localhost,[::1]:4222')).toBeUndefined()
})

it('connects by TLS, to nodes with a trusted certificate only', async ({ skip }) => {
  if (program instanceof Error) return skip(program.message)
  const folder = await mkdtemp(join(tmpdir(), 'message-log-tls-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  try {
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-subj', '/CN=node', '-addext', 'subjectAltName=DNS:localhost'],
      ...['-keyout', key, '-out', cert],
    ])
  } catch {
    return skip('openssl is not on this machine')
  }
  const node = await startNatsCluster({ program, folder, nodes: 1, tls: { cert, key, ca: cert } })
  onTestFinished(() => node.close())
  const open = (query: string, url = node.url) =>
    openJetStreamLog({
      url: `${byTls(url)}${query}`,
      systemUrl: `${byTls(node.systemUrl)}${query}`,
      ...{ name: 'log', streams: 1, maxBytes: 1e6, keepMs: 3600_000, maxBytesInFlight: 1e6 },
      ...{ patienceMs: 1500, checkEveryMs: 60_000 },
    })

  const own = `?ca=${cert}&cert=${cert}&key=${key}`
  for (const [query, words] of [
    ['', /^PLATFORM_LOG: the CA .* localhost:\d+ is not trusted \(self-signed certificate\)/],
    [`?ca=${folder}/none.pem`, /^PLATFORM_LOG names the file .*none\.pem, which cannot be read/],
    [`?ca=${cert}&cert=${key}&key=${cert}`, /^PLATFORM_LOG names a file with an invalid certif/],
    [own, /needs a cluster of at least 3 running nodes with JetStream\. Start or add nodes\.$/],
  ] as const) {
    await expect(open(query), query).rejects.toMatchObject({
      reason: 'settings',
      message: expect.stringMatching(words),
    })
  }
  await expect(open(`?ca=${cert}`)).rejects.toMatchObject({
    reason: 'unreachable',
    message: expect.stringMatching(/If they require a certificate of their clients, name the/),
  })
  const refusal: unknown = await open(own, node.url.replace('pass@', 's3cret@')).catch(
    (error) => error,
  )
  expect(inspect(refusal, { depth: 10 })).toContain('rejects the user in PLATFORM_LOG')
  expect(inspect(refusal, { depth: 10 })).not.toContain('s3cret')
})

describe('a cluster of three nodes', () => {
  /** A cluster elects leaders again within seconds, on any machine within this time. */
  const inCluster = { timeout: 100_000, interval: 100 }
  let folder: string
  let cluster: NatsCluster
  let log: MessageLog
  const project: ProjectId = newId('proj')
  const other: ProjectId = newId('proj')

  beforeAll(async () => {
    if (program instanceof Error) return
    folder = await mkdtemp(join(tmpdir(), 'message-log-'))
    cluster = await startNatsCluster({ program, folder, maxPayload: '1MB', separable: true })
    log = await openJetStreamLog(optionsWith({}))
  })
  afterAll(async () => {
    if (program instanceof Error) return
    await log?.close()
    await cluster.close()
    await rm(folder, { recursive: true })
  })

  /** Skips the test where no `nats-server` runs. */
  const itInCluster = (title: string, test: () => Promise<void>) =>
    it(title, ({ skip }) => (program instanceof Error ? skip(program.message) : test()))

  const optionsWith = (options: Partial<JetStreamLogOptions>): JetStreamLogOptions => ({
    ...{ url: cluster.url, systemUrl: cluster.systemUrl, name: 'log', streams: 2 },
    ...{ maxBytes: 200_000_000, keepMs: 3600_000, maxBytesInFlight: 8_000_000 },
    ...{ patienceMs: 60_000, checkEveryMs: 500 },
    ...options,
  })

  const givenLog = async (options: Partial<JetStreamLogOptions>): Promise<MessageLog> => {
    const opened = await openJetStreamLog(optionsWith(options))
    onTestFinished(() => opened.close())
    return opened
  }

  /** Looks into the streams as their administrator. */
  const givenManager = async () => {
    const connection = await connect({ servers: cluster.servers, user: 'app', pass: 'app:pass' })
    onTestFinished(() => connection.close())
    // The nodes may still elect a leader.
    return vi.waitFor(() => jetstreamManager(connection), inCluster)
  }

  const append = async (id: string, messages: LogMessage[]) => {
    const entries = await log.append({ projectId: project, id, messages })
    return entries.map(({ place }) => place)
  }

  /** Appends enough pages for each stream to get one. */
  const appendToAll = (id: string) =>
    Promise.all(Array.from({ length: 12 }, (_, nth) => append(`${id}.${nth}`, givenMessages(1))))

  itInCluster('names a node that is gone, until it is current again', async () => {
    await vi.waitFor(() => expect(log.getNodes()?.all).toHaveLength(3), inCluster)
    await vi.waitFor(() => expect(log.getNodes()?.faulty).toEqual([]), inCluster)

    await cluster.stop(2)

    await vi.waitFor(() => expect(log.getNodes()?.faulty).toEqual(['node-2']), inCluster)
    await cluster.start(2)
    await vi.waitFor(() => expect(log.getNodes()?.faulty).toEqual([]), inCluster)
  })

  itInCluster('names streams that do not exist any more, and what to do', async () => {
    const lost = await givenLog({ name: 'lost', streams: 1, patienceMs: 1_000 })
    const page = { projectId: project, id: 'lost', messages: givenMessages(1) }
    await lost.append(page)
    const manager = await givenManager()
    await manager.streams.delete('lost-0')

    await vi.waitFor(
      () => expect(lost.append(page)).rejects.toThrow(/no stream lost-0 any more.*restart/),
      inCluster,
    )
    await expect(lost.usage()).rejects.toThrow(/no stream lost-0 any more/)
    const reopened = await givenLog({ name: 'lost', streams: 1 })
    await reopened.append(page)
    await vi.waitFor(() => lost.append(page), inCluster)
  })

  itInCluster('lists its entries from a consumer that not every node knows yet', async () => {
    const listed = await givenLog({ name: 'listed', streams: 1 })
    await listed.append({ projectId: project, id: 'listed', messages: givenMessages(1) })
    const span = { after: 0, before: new Date(Date.now() + 60_000), atMost: 1 }

    for (let round = 0; round < 10; round++) {
      const lists = await Promise.all(
        Array.from({ length: 50 }, () => listed.list('listed-0', span)),
      )

      expect(lists.map(({ length }) => length)).toEqual(Array.from(lists, () => 1))
    }
  })

  itInCluster('has every acknowledged page after all nodes were killed', async () => {
    const pages = Array.from({ length: 20 }, () => givenMessages(50))
    const places = await Promise.all(pages.map((page, nth) => append(`killed.${nth}`, page)))
    await Promise.all([0, 1, 2].map((node) => cluster.stop(node)))
    const during = append('killed.during', pages[0]!)
    await Promise.all([0, 1, 2].map((node) => cluster.start(node)))

    const found = await Promise.all(places.flat().map((place) => log.read(project, place)))

    expect(found).toEqual(pages)
    expect(await log.read(project, (await during)[0]!)).toEqual(pages[0])
  })

  itInCluster('stores a repeated page once, and whatever differs separately', async () => {
    const messages = givenMessages(3)
    const [place] = await append('repeated', messages)
    const before = await log.usage()

    expect(await append('repeated', messages)).toEqual([place])
    expect((await log.usage()).entries).toBe(before.entries)
    const differing = [
      await append('another', messages),
      await append('repeated', messages.slice(1)),
      (await log.append({ projectId: other, id: 'repeated', messages })).map((one) => one.place),
    ]
    expect(new Set([place, ...differing.flat()]).size).toBe(4)
    expect((await log.usage()).entries).toBe(before.entries + 3)
  })

  itInCluster('divides a page that is larger than max_payload', async () => {
    const messages = givenMessages(8, 300_000)

    const entries = await log.append({ projectId: project, id: 'large', messages })

    expect(entries.map((entry) => entry.messages)).toEqual([3, 3, 2])
    const found = await Promise.all(entries.map(({ place }) => log.read(project, place)))
    expect(found.flat()).toEqual(messages)
    const [last] = messages.slice(-1)
    expect(await log.find(project, entries[2]!.place, last!.id)).toEqual(last)
    await expect(append('too-large', givenMessages(1, 1_100_000))).rejects.toMatchObject({
      reason: 'too-large',
    })
  })

  itInCluster('reveals and removes nothing of another project', async () => {
    const messages = givenMessages(2)
    const [place = ''] = await append('own', messages)

    expect(await log.read(other, place)).toBeUndefined()
    expect(await log.find(other, place, messages[0]!.id)).toBeUndefined()
    expect(await log.copyWithout(other, place, new Set())).toBeUndefined()
    await log.remove(other, place)

    expect(await log.read(project, place)).toEqual(messages)
    // The entry of a stream that was deleted and created again.
    expect(await log.read(project, place.replace(/\w{4}$/, '0000'))).toBeUndefined()
  })

  itInCluster('erases messages from every node', async () => {
    const messages = givenMessages(10)
    const erased = new Set([messages[2]!.id, messages[7]!.id])
    const [place = ''] = await append('erased', messages)
    const [index, sequence] = place.split('.').map(Number)
    const manager = await givenManager()
    const stored = await manager.streams.getMessage(`log-${index}`, { seq: sequence! })

    const copy = await log.copyWithout(project, place, erased)
    // The process was killed after this, and its heir begins again.
    expect(await log.copyWithout(project, place, erased)).toBe(copy)
    expect(await log.read(project, place)).toEqual(messages)
    await log.remove(project, place)
    await log.remove(project, place)

    expect(await log.read(project, copy!)).toEqual(messages.filter(({ id }) => !erased.has(id)))
    // A follower may show it until it has followed.
    await vi.waitFor(async () => expect(await log.read(project, place)).toBeUndefined(), patiently)
    expect(await manager.streams.getMessage(`log-${index}`, { seq: sequence! })).toBeNull()
    expect(stored?.data.length).toBeGreaterThan(5000)
    expect(await log.copyWithout(project, copy!, new Set(messages.map(({ id }) => id)))).toBe(
      undefined,
    )
  })

  itInCluster('serves a project while another has all its bytes in flight', async () => {
    const shared = await givenLog({ maxBytesInFlight: 400_000 })
    let acknowledged = 0
    const many = Array.from({ length: 60 }, async (_, nth) => {
      await shared.append({ projectId: other, id: `many.${nth}`, messages: givenMessages(100) })
      acknowledged++
    })

    await shared.append({ projectId: project, id: 'one', messages: givenMessages(100) })

    expect(acknowledged).toBeLessThan(20)
    await Promise.all(many)
  })

  itInCluster('rejects pages when it is full, and keeps all others', async () => {
    const small = await givenLog({ name: 'full', streams: 1, maxBytes: 400_000 })
    const pages = [1, 2, 3].map(() => givenMessages(300))
    const appendNth = (nth: number) =>
      small.append({ projectId: project, id: `full.${nth}`, messages: pages[nth]! })
    const [first] = await appendNth(0)
    await appendNth(1)

    await expect(appendNth(2)).rejects.toMatchObject({
      reason: 'full',
      message: expect.stringContaining('Raise PLATFORM_LOG_BYTES'),
    })

    expect(await small.read(project, first!.place)).toEqual(pages[0])
    const { oldestTime, ...usage } = await small.usage()
    expect(usage).toEqual({ entries: 2, bytes: expect.any(Number), maxBytes: 400_000 })
    expect(oldestTime?.getTime()).toBeGreaterThan(Date.now() - 60_000)
    const larger = await givenLog({ name: 'full', streams: 1, maxBytes: 5_000_000 })
    await larger.append({ projectId: project, id: 'full.2', messages: pages[2]! })
  })

  itInCluster('rejects the settings of nodes that can lose messages', async () => {
    const manager = await givenManager()
    await manager.streams.add({ name: 'single-0', subjects: ['single.0.>'], num_replicas: 1 })
    const [host] = cluster.servers

    await expect(openJetStreamLog(optionsWith({ name: 'single', streams: 1 }))).rejects.toThrow(
      'The stream single-0 of the message log has 1 replica, so one lost disk loses messages. Raise them: nats stream edit single-0 --replicas=3',
    )
    const patienceMs = 2000
    for (const [options, words] of [
      [{ url: `nats://app:wrong@${host}` }, /rejects the user in PLATFORM_LOG \(/],
      [
        { url: `nats://${host}?credentials=/dev/null` },
        /names a file of credentials without the J/,
      ],
      [{ url: byTls(cluster.url) }, /does not encrypt connections\. Configure TLS at its nodes/],
      [{ url: 'nats://127.0.0.1:9' }, /no node of the message log answers at 127\.0\.0\.1:9/],
      [{ systemUrl: cluster.url }, /Only 0 of 3 nodes .* names one of its users\.$/],
      [{ maxBytes: 1e14 }, /do not have \d+ bytes for another stream\. Raise max_file/],
      // The first of both fits.
      [{ name: 'large', maxBytes: 30e9 }, /do not have 15000000000 bytes for another stream/],
    ] as const) {
      await expect(openJetStreamLog(optionsWith({ ...options, patienceMs }))).rejects.toThrow(words)
    }
    await manager.streams.delete('large-0')
  })

  itInCluster('derives its limit from the space of the nodes, and keeps it', async () => {
    const manager = await givenManager()
    const readLimits = async (maxBytes: number | undefined) => {
      await givenLog({ name: 'derived', maxBytes })
      const infos = await Promise.all(
        ['derived-0', 'derived-1'].map((stream) => manager.streams.info(stream)),
      )
      return infos.map(({ config }) => config.max_bytes)
    }

    const deleteBoth = () =>
      Promise.all(['derived-0', 'derived-1'].map((name) => manager.streams.delete(name)))
    // Nodes release what a deleted stream of the test before reserved after a moment.
    const derived = await vi.waitFor(async () => {
      const [limit = 0] = await readLimits(undefined)
      // 80 % of 20 GiB that no other stream reserved, for both.
      if (limit <= 8e9) await deleteBoth()
      expect(limit).toBeGreaterThan(8e9)
      return limit
    }, inCluster)
    expect(derived).toBeLessThan(0.4 * 20 * 1024 ** 3)
    expect(await readLimits(undefined)).toEqual([derived, derived])
    expect(await readLimits(10e6)).toEqual([5e6, 5e6])
    expect(await readLimits(undefined)).toEqual([5e6, 5e6])
    // A process that was killed had created the first only.
    await manager.streams.delete('derived-1')
    expect(await readLimits(undefined)).toEqual([5e6, 5e6])

    await readLimits(20.5e9)
    await expect(
      openJetStreamLog(optionsWith({ name: 'second', maxBytes: undefined })),
    ).rejects.toThrow(/have \d+ bytes for new streams, less than 1000000000\. Raise max_file/)
    await deleteBoth()
  })

  itInCluster('rejects pages while a node does not sync every write', async () => {
    const words =
      /^The node node-2 of the message log does not sync every write.* Set sync_interval: always/
    await cluster.stop(2)
    await cluster.start(2, '2m')
    const messages = givenMessages(1)

    const refusal = await vi.waitFor(
      () => append('unsynced', messages).then(() => Promise.reject(new Error('stored')), String),
      inCluster,
    )
    expect(refusal.replace('MessageLogError: ', '')).toMatch(words)
    await expect(openJetStreamLog(optionsWith({}))).rejects.toThrow(words)

    await cluster.stop(2)
    await cluster.start(2)
    await vi.waitFor(() => append('synced', messages), inCluster)
  })

  itInCluster('uses another stream until one has elected a new leader', async () => {
    const manager = await givenManager()
    const findLeader = async (stream: string) =>
      (await manager.streams.info(stream)).cluster?.leader
    let attempt = 0
    // Again where a busy machine sends the pages after the election.
    const places = await vi.waitFor(async () => {
      attempt += 1
      await vi.waitFor(untilWhole, inCluster)
      await vi.waitFor(async () => {
        const leaders = await Promise.all(['log-0', 'log-1'].map(findLeader))
        if (leaders[0] === leaders[1]) await stepDown('log-0')
        expect(leaders[0]).not.toBe(leaders[1])
      }, inCluster)
      const before = (await appendToAll(`elected.before.${attempt}`)).flat()
      const readable = before.find((place) => place.startsWith('1.'))
      const leader = Number((await findLeader('log-0'))?.replace('node-', ''))

      await cluster.stop(leader)
      let after: string[]
      try {
        // Connected to another node again, if it was connected to this one.
        await log.read(project, readable!)
        after = (await appendToAll(`elected.after.${attempt}`)).flat()
      } finally {
        await cluster.start(leader)
      }

      expect(new Set(after.map((place) => place.split('.')[0]))).toEqual(new Set(['1']))
      return after
    }, inCluster)

    const found = await Promise.all(places.map((place) => log.read(project, place)))
    expect(found).not.toContain(undefined)
  })

  itInCluster('continues within 20 seconds when a node stands still', async () => {
    for (const node of [0, 1, 2]) {
      await vi.waitFor(untilWhole, inCluster)
      onTestFinished(() => void cluster.signal(node, 'SIGCONT'))
      cluster.signal(node, 'SIGSTOP')
      await expectWithin(20_000, () => appendToAll(`still.${node}`), inCluster)
      cluster.signal(node, 'SIGCONT')
    }
  })

  itInCluster('continues within 20 seconds when a node is cut off, even its own', async () => {
    for (const node of [0, 1, 2]) {
      await vi.waitFor(untilWhole, inCluster)
      onTestFinished(() => cluster.rejoin(node))
      cluster.cutOff(node)
      await expectWithin(20_000, () => appendToAll(`cut.${node}`), inCluster)
      cluster.rejoin(node)
    }
  })

  itInCluster('reports that most nodes are gone, and continues when they return', async () => {
    await vi.waitFor(untilWhole, inCluster)
    const impatient = await givenLog({ patienceMs: 1500, maxBytesInFlight: 50_000 })
    const messages = givenMessages(30)
    cluster.signal(0, 'SIGSTOP')
    cluster.signal(1, 'SIGSTOP')

    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map((nth) =>
        impatient.append({ projectId: project, id: `gone.${nth}`, messages }),
      ),
    )
    cluster.signal(0, 'SIGCONT')
    cluster.signal(1, 'SIGCONT')

    expect(outcomes).toMatchObject([
      { reason: { reason: 'unreachable', message: expect.stringContaining('within 1.5 seconds') } },
      ...[2, 3, 4].map(() => ({ reason: { reason: expect.stringMatching(/unreachable|busy/) } })),
    ])
    const [place = ''] = await append('gone.1', messages)
    expect(await log.read(project, place)).toEqual(messages)
  })

  itInCluster('ends calls when it is closed', async () => {
    const closing = await openJetStreamLog(optionsWith({}))
    const appends = [1, 2].map((nth) =>
      closing.append({ projectId: project, id: `closed.${nth}`, messages: givenMessages(1) }),
    )
    await closing.close()

    for (const outcome of await Promise.allSettled(appends)) {
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toMatchObject({ message: 'The message log is closed.' })
      }
    }
    await expect(closing.usage()).rejects.toThrow('The message log is closed.')
  })

  /** Makes another node the leader of the stream. */
  async function stepDown(stream: string): Promise<void> {
    const connection = await connect({ servers: cluster.servers, user: 'app', pass: 'app:pass' })
    await connection.request(`$JS.API.STREAM.LEADER.STEPDOWN.${stream}`)
    await connection.close()
  }

  /** All replicas are current: another fault must not leave a stream without a majority. */
  async function untilWhole(): Promise<void> {
    const connection = await connect({ servers: cluster.servers, user: 'app', pass: 'app:pass' })
    try {
      const manager = await jetstreamManager(connection)
      for (const stream of ['log-0', 'log-1']) {
        const { cluster: state } = await manager.streams.info(stream)
        const replica = { current: true }
        expect(state?.replicas).toMatchObject([replica, replica])
        expect(state?.replicas).not.toContainEqual(expect.objectContaining({ offline: true }))
      }
    } finally {
      await connection.close()
    }
  }
})
