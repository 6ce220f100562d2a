import { IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { notifyChange, changesChannel } from '@platform/kernel/db/changes'
import { createApi, createHttpServer } from '@platform/kernel/http'
import { givenTenant, testApi } from '@platform/testing/test-api'
import { testPlatform } from '@platform/testing/test-platform'
import { liveRoutes } from './live.ts'
import { createWatchers } from './process/watchers.ts'
import { getFirst, must } from '@platform/kernel/values'
import { createTenant, type BootstrappedTenant } from './bootstrap.ts'
import { patiently } from '@platform/testing/patiently'

let platform: Awaited<ReturnType<typeof testPlatform>>
let others: BootstrappedTenant
beforeAll(async () => {
  platform = await testPlatform({ contacts: 3 })
  const names = { org: 'Others', project: 'others', owner: 'owner@others.test' }
  others = await createTenant(platform.database, names)
})
afterAll(() => platform.close())

async function watch(project = 'test', { apiKey = platform.apiKey, url = platform.url } = {}) {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const reply = await fetch(`${url}/live/${project}`, {
    headers: { 'x-api-key': apiKey },
    signal: leaving.signal,
  })
  const watching = {
    status: reply.status,
    heard: '',
    hasEnded: false,
    leave: () => leaving.abort(),
  }
  void (async () => {
    const decoder = new TextDecoder()
    try {
      for await (const chunk of reply.body ?? []) watching.heard += decoder.decode(chunk)
    } catch {
      // The stream was closed.
    }
    watching.hasEnded = true
  })()
  await vi.waitFor(
    () => expect(watching.heard + watching.hasEnded).toMatch(/event: open|true/),
    patiently,
  )
  return watching
}

const countHeard = (heard: string, what: string) => heard.split(`event: ${what}\n`).length - 1

it('streams changes of deliveries and operations of its own project only', async () => {
  const [mine, theirs] = [await watch(), await watch('others', { apiKey: others.apiKey })]
  // The first client is notified once the server listens to the database.
  await vi.waitFor(() => expect(mine.heard).toContain('event: deliveries'), patiently)
  const before = theirs.heard.replaceAll(': still here\n\n', '')

  await platform.connect()
  await platform.install()

  await vi.waitFor(() => {
    expect(countHeard(mine.heard, 'deliveries')).toBeGreaterThan(1)
    expect(countHeard(mine.heard, 'operations')).toBeGreaterThan(1)
  }, patiently)
  expect(theirs.heard.replaceAll(': still here\n\n', '')).toBe(before)
})

it('rejects streams without permission to read', async () => {
  const refused = [
    await watch('test', { apiKey: others.apiKey }),
    await watch('test', { apiKey: platform.frontendApiKey }),
    await watch('nothing'),
  ]

  expect(refused.map(({ status }) => status)).toEqual([404, 403, 404])
})

it('limits streams of one caller without affecting others', async () => {
  const key = (label: string) =>
    platform.call<{ key: string }>('POST', '/v1/{p}/api-keys', { label, scopes: ['full'] })
  const [greedy, other] = [await key('greedy'), await key('other')]
  const many = await Promise.all(
    Array.from({ length: 20 }, () => watch('test', { apiKey: greedy.key })),
  )

  const refused = await watch('test', { apiKey: greedy.key })
  const another = await watch('test', { apiKey: other.key })
  getFirst(many).leave()

  expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]))
  expect([refused.status, another.status]).toEqual([429, 200])
  expect(JSON.parse(refused.heard)).toMatchObject({
    detail: 'You already have 20 open streams of this project. Close a tab or a stream.',
  })
  await vi.waitFor(
    async () => expect((await watch('test', { apiKey: greedy.key })).status).toBe(200),
    patiently,
  )
})

it('leaves streams to other organizations, however many projects one has', async () => {
  const { database } = platform
  const watchers = createWatchers(database, pino({ level: 'silent' }), { slots: 8 })
  onTestFinished(() => watchers.stop())
  const open = (orgId: string, project: number) => {
    const callerId = `${orgId} ${project}`
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    const watcher = { orgId, callerId, response, missed: new Set<string>(), isFull: true }
    watchers.enter(`proj_${orgId}${project}`, watcher)
    return () => watchers.leave(`proj_${orgId}${project}`, watcher)
  }

  const mine = Array.from({ length: 6 }, (_, project) => open('greedy', project))
  expect(() => open('greedy', 6)).toThrow('too many open streams')
  const [leave] = [open('other', 0)]
  for (const end of [...mine, leave]) end()

  expect(Array.from({ length: 6 }, (_, project) => open('greedy', project))).toHaveLength(6)
})

it('frees the slot of a client that disconnects early', async () => {
  const { key } = await platform.call<{ key: string }>('POST', '/v1/{p}/api-keys', {
    label: 'hasty',
    scopes: ['full'],
  })
  const { hostname, port } = new URL(must(platform.url, 'URL'))
  const holding = await platform.database.dedicated()
  await holding.query('begin; lock table api_keys in access exclusive mode')
  const sockets = Array.from({ length: 40 }, () => connect(Number(port), hostname))
  for (const socket of sockets) {
    socket.write(`GET /live/test HTTP/1.1\r\nhost: ${hostname}\r\nx-api-key: ${key}\r\n\r\n`)
  }
  await vi.waitFor(async () => {
    const { rows } = await holding.query(
      "select from pg_locks where relation = 'api_keys'::regclass and not granted",
    )
    expect(rows).not.toEqual([])
  }, patiently)
  for (const socket of sockets) socket.resetAndDestroy()
  await fetch(`${platform.url}/healthz`)
  await holding.end()

  const watching = await watch('test', { apiKey: key })

  expect(watching.status).toBe(200)
})

it('ends when the credential is revoked', async () => {
  const { id, key } = await platform.call<{ id: string; key: string }>('POST', '/v1/{p}/api-keys', {
    label: 'short-lived',
    scopes: ['full'],
  })
  const watching = await watch('test', { apiKey: key })

  await platform.call('DELETE', `/v1/{p}/api-keys/${id}`)

  await vi.waitFor(() => expect(watching.hasEnded).toBe(true), patiently)
})

it('streams changes of another process', async () => {
  const watching = await watch()
  await vi.waitFor(
    () => expect(countHeard(watching.heard, 'operations')).toBeGreaterThan(0),
    patiently,
  )
  const before = countHeard(watching.heard, 'operations')
  const client = await platform.database.dedicated()
  onTestFinished(() => client.end())

  await client.query(`select pg_notify('${changesChannel}', $1)`, [
    `operations:${platform.projectId}`,
  ])

  await vi.waitFor(
    () => expect(countHeard(watching.heard, 'operations')).toBeGreaterThan(before),
    patiently,
  )
})

it('bounds the memory of a slow reader', async () => {
  const { hostname, port } = new URL(must(platform.url, 'URL'))
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.pause()
  socket.write(
    `GET /live/test HTTP/1.1\r\nhost: ${hostname}\r\nx-api-key: ${platform.apiKey}\r\n\r\n`,
  )
  const watching = await watch()

  for (let round = 0; round < 20_000; round++) notifyChange('deliveries', platform.projectId)

  await vi.waitFor(
    () => expect(countHeard(watching.heard, 'deliveries')).toBeGreaterThan(0),
    patiently,
  )
  expect(countHeard(watching.heard, 'deliveries')).toBeLessThan(10)
})

it('stops while it connects to the database', async () => {
  const { database } = platform
  const served = await testApi(database)
  onTestFinished(() => served.close())
  const [connecting, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = {
    ...database,
    async dedicated() {
      connecting.resolve()
      await free.promise
      return database.dedicated()
    },
  }
  const http = createHttpServer()
  onTestFinished(() => http.close())
  const live = liveRoutes(createApi(http, database, served.access), {
    database: slow,
    log: pino({ level: 'silent' }),
  })
  const { full, project } = await givenTenant(served)
  const url = await http.listen({ port: 0, host: '127.0.0.1' })
  await watch(project.id, { apiKey: full.key, url })
  await connecting.promise

  const stopped = live.stop()
  free.resolve()

  expect(await stopped).toBeUndefined()
})
