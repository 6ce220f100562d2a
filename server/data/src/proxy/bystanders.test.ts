// @module-tag connection-share
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import { Readable } from 'node:stream'
import { catalogue } from '@platform/connectors'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createTenant } from '../../../program/src/main/bootstrap.ts'
import { startPlatform } from '../../../program/src/main/platform.ts'
import { readSettings } from '../../../program/src/main/settings/settings.ts'
import { bystander } from '@platform/testing/bystander'
import { expectWithin } from '@platform/testing/machine-speed'
import { patiently } from '@platform/testing/patiently'
import { testDatabase } from '@platform/testing/test-database'
import { getPort, must } from '@platform/kernel/values'

const manifest = `
specVersion: 1.0.0
integrations:
  - name: passing
    provider: standIn
    proxy:
      enabled: true
`

/** Concurrent calls of one project that wait for a reply, all through one connection. */
const callsOfOne = 40

let provider: Server
/** Calls whose reply has started and never ends. */
let held = 0
/** Calls whose reply is sent as fast as it is read. */
let endless = 0
let platform: Awaited<ReturnType<typeof startPlatform>>
let database: Awaited<ReturnType<typeof testDatabase>>

interface Caller {
  call(path: string): Promise<IncomingMessage>
  /** Breaks off the last call. */
  leave(): void
}

beforeAll(async () => {
  provider = createServer((request, reply) => {
    if (request.url?.endsWith('/endless')) {
      endless++
      const body = Readable.from(chunks()).on('error', () => {})
      body.pipe(reply)
      reply.on('close', () => {
        body.destroy()
        endless--
      })
      return
    }
    if (!request.url?.endsWith('/held')) {
      reply.end('heard')
      return
    }
    held++
    const trickle = setInterval(() => reply.write('.'), 500)
    reply.writeHead(200).write('It begins')
    reply.on('close', () => {
      clearInterval(trickle)
      held--
    })
  })
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  database = await testDatabase()
  platform = await startPlatform(
    readSettings({
      DATABASE_URL: database.connectionString,
      PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
      PLATFORM_DEVELOPMENT: 'true',
      PLATFORM_PORT: '0',
      PLATFORM_LOG_LEVEL: 'silent',
      PLATFORM_PROXY_STALL_MS: '5000',
      PLATFORM_PROVIDER_CALLS: String(2 * callsOfOne),
    }),
    {
      providerOverrides: {
        standIn: {
          ...must(catalogue['whereby'], 'whereby').info,
          oauth2Opts: null,
          metadata: null,
          modules: null,
          name: 'standIn',
          displayName: 'Stand-in',
          authType: 'apiKey',
          baseURL: `http://127.0.0.1:${getPort(provider)}/v2`,
          apiKeyOpts: { attachmentType: 'header', header: { name: 'X-Secret' } },
        },
      },
    },
  )
})
afterAll(async () => {
  await platform.stop()
  await database.close()
  provider.closeAllConnections()
  provider.close()
})

/** A project of a separate organization, with an installation of the provider. */
async function givenCaller(project: string): Promise<Caller> {
  const tenant = await createTenant(platform.database, {
    org: project,
    project,
    owner: `owner@${project}.test`,
  })
  const post = async (method: string, path: string, body: unknown) => {
    const reply = await fetch(`${platform.url}/v1/projects/${project}${path}`, {
      method,
      headers: { 'x-api-key': tenant.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(reply.ok, await reply.clone().text()).toBe(true)
  }
  await post('PUT', '/integrations:batch', { sourceYaml: manifest })
  const whose = { provider: 'standIn', groupRef: 'globex', consumerRef: 'hank' }
  await post('POST', '/connections:generate', { ...whose, apiKey: 'the-secret' })
  await post('POST', '/integrations/passing/installations', {
    groupRef: 'globex',
    config: { content: {} },
  })
  const headers = {
    'x-api-key': tenant.apiKey,
    'x-platform-project-id': project,
    'x-platform-integration-name': 'passing',
    'x-platform-group-ref': 'globex',
  }
  let leave = () => {}
  return {
    leave: () => leave(),
    async call(path) {
      const url = `${must(platform.url, 'url')}/proxy${path}`
      const call = httpRequest(url, { headers, agent: false }).end()
      leave = () => void call.on('error', () => {}).destroy()
      onTestFinished(leave)
      const [reply] = (await once(call, 'response')) as [IncomingMessage]
      return reply
    },
  }
}

it('serves a tenant while others use all their connections to the provider', async () => {
  const unconcerned = await givenCaller('unconcerned')
  const others = await Promise.all(['one', 'two', 'three', 'four'].map(givenCaller))
  let looksAmong = 0
  const look = async () => {
    const isAmong = held >= 4 * callsOfOne * 0.8
    const { statusCode } = await unconcerned.call('/things')
    expect(statusCode).toBe(200)
    if (isAmong) looksAmong++
  }

  const { medianMs, limitMs } = await bystander(look, async () => {
    for (const other of others) {
      // The calls stay open until the test ends.
      for (let n = 0; n < callsOfOne; n++) void other.call('/held').catch(() => {})
    }
    await vi.waitFor(() => expect(looksAmong).toBeGreaterThan(5), patiently)
  })

  expect(medianMs).toBeLessThan(limitMs)
})

it('closes a reply that its caller does not read, and no other of the same caller', async () => {
  const caller = await givenCaller('careless')
  const unread = await caller.call('/endless')
  const slow = await caller.call('/endless')
  slow.on('data', () => {
    slow.pause()
    setTimeout(() => slow.resume(), 10)
  })
  expect(endless).toBe(2)

  await vi.waitFor(() => expect(endless).toBe(1), patiently)

  await expect(once(unread.resume(), 'end')).rejects.toThrow('aborted')
  expect([slow.destroyed, slow.errored]).toEqual([false, null])
})

it('removes a disconnected caller from the queue', async () => {
  const caller = await givenCaller('leaving')
  const begun = await Promise.all(Array.from({ length: callsOfOne }, () => caller.call('/held')))
  const countWaiting = () => platform.services.calls.stats().waitedFor
  const abandoned = caller.call('/things').catch((error: Error) => error.message)
  await vi.waitFor(() => expect(countWaiting()).toBe(1), patiently)

  caller.leave()
  await expectWithin(3_000, () => expect(countWaiting()).toBe(0))

  expect(await abandoned).toBe('socket hang up')
  expect(begun.map(({ destroyed }) => destroyed)).toEqual(Array(callsOfOne).fill(false))
})

function* chunks() {
  const chunk = Buffer.alloc(64 * 1024, 1)
  for (;;) yield chunk
}
