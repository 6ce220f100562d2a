// @module-tag connection-share
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { LookupFunction } from 'node:net'
import type { ProjectId } from '@platform/contract'
import { expect, it, onTestFinished, vi } from 'vitest'
import { newId } from '../db/new-id.ts'
import { patiently } from '@platform/testing/patiently'
import { getPort } from '../values/net.ts'
import { createEgress } from './egress.ts'

const threads = 8
const [one, two, three] = [newId('proj'), newId('proj'), newId('proj')]

/** A resolver with a few threads, of which each is blocked by a name that does not resolve. */
function givenResolver() {
  const begun: string[] = []
  const waiting: (() => void)[] = []
  const lookup: LookupFunction = (hostname, _options, callback) => {
    const begin = () => {
      begun.push(hostname)
      if (hostname.startsWith('slow')) return
      callback(null, [{ address: '127.0.0.1', family: 4 }])
      waiting.shift()?.()
    }
    const blocked = begun.filter((name) => name.startsWith('slow')).length
    if (blocked < threads) begin()
    else waiting.push(begin)
  }
  return { lookup, begun }
}

async function givenTenants({ connectTimeoutMs }: { connectTimeoutMs: number }) {
  const resolver = givenResolver()
  const server = createServer((_request, reply) => reply.end('answered'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const egress = createEgress({
    allowCidrs: ['127.0.0.0/8'],
    lookup: resolver.lookup,
    lookups: threads,
    connectTimeoutMs,
    timeoutMs: 3_600_000,
  })
  onTestFinished(() => egress.close())
  const ask = (tenant: ProjectId, host: string) =>
    egress
      .forTenant(tenant)
      .request(`http://${host}:${getPort(server)}/`)
      .then(
        ({ body }) => body,
        (error: NodeJS.ErrnoException) => error.code,
      )
  return { ...resolver, ask }
}

it('resolves names of a tenant while names of others hang', async () => {
  const { ask, begun } = await givenTenants({ connectTimeoutMs: 3_600_000 })
  for (let n = 0; n < 2 * threads; n++) void ask(one, `slow-${n}.test`)
  await vi.waitFor(() => expect(begun).toHaveLength(threads / 2), patiently)
  for (let n = 0; n < 2 * threads; n++) void ask(two, `slow-as-well-${n}.test`)
  await vi.waitFor(() => expect(begun).toHaveLength(threads * (3 / 4)), patiently)

  expect(await ask(three, 'quick.test')).toBe('answered')
  expect(await ask(three, 'quick-too.test')).toBe('answered')
  expect(begun).toHaveLength(threads * (3 / 4) + 2)
})

it('reaches hosts that were found before while names of many tenants hang', async () => {
  const { ask, begun } = await givenTenants({ connectTimeoutMs: 3_600_000 })
  expect(await ask(one, 'quick.test')).toBe('answered')
  for (let n = 0; n < 2 * threads; n++) void ask(newId('proj'), `slow-${n}.test`)
  await vi.waitFor(() => expect(begun).toHaveLength(threads + 1), patiently)

  const answers = Array.from({ length: 2 * threads }, () => ask(three, 'quick.test'))

  expect(new Set(await Promise.all(answers))).toEqual(new Set(['answered']))
})

it('looks up one name once at a time', async () => {
  const { ask, begun } = await givenTenants({ connectTimeoutMs: 3_600_000 })

  for (let n = 0; n < 2 * threads; n++) void ask(newId('proj'), 'slow.test')

  expect(await ask(three, 'quick.test')).toBe('answered')
  expect(begun).toEqual(['slow.test', 'quick.test'])
})

it('does not use addresses that the resolver no longer returns', async () => {
  const server = createServer((_request, reply) => reply.end('answered'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const answers = [null, 'EAI_AGAIN', 'ENOTFOUND']
  const egress = createEgress({
    allowCidrs: ['127.0.0.0/8'],
    lookup: (_hostname, _options, callback) => {
      const code = answers.shift()
      if (code) callback(Object.assign(new Error(code), { code }), '', 0)
      else callback(null, [{ address: '127.0.0.1', family: 4 }])
    },
  })
  onTestFinished(() => egress.close())
  const ask = async () => {
    const headers = { connection: 'close' }
    const url = `http://quick.test:${getPort(server)}/`
    return (await egress.forTenant(one).request(url, { headers })).body
  }

  expect([await ask(), await ask()]).toEqual(['answered', 'answered'])
  await expect(ask()).rejects.toMatchObject({ code: 'ENOTFOUND' })
})

it('rejects a look-up that gets no turn within the time to connect', async () => {
  const { ask, begun } = await givenTenants({ connectTimeoutMs: 200 })
  const asked = Array.from({ length: threads }, (_, n) => ask(one, `slow-${n}.test`))

  const codes = await Promise.all(asked)

  expect(begun).toHaveLength(threads / 2)
  expect(new Set(codes).isSubsetOf(new Set(['EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']))).toBe(true)
})
