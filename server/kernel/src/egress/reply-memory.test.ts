// @module-tag connection-share
import { once } from 'node:events'
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { newId } from '../db/new-id.ts'
import { getPort } from '../values/net.ts'
import { sleep } from '../values/sleep.ts'
import { createEgress, type EgressSettings } from './egress.ts'
import { NoFreeMemoryError, ReplyMemory } from './reply-memory.ts'
import { ReplyScope } from './reply-memory.ts'

const mb = 1024 ** 2
const memory = (options: { bytes?: number; patienceMs?: number } = {}) =>
  new ReplyMemory({ bytes: 96 * mb, patienceMs: 50, ...options })
const tenant = (project: string) => ({ org: `org ${project[0]}`, project })

it('divides memory for large replies among organizations, however many projects they have', async () => {
  const replies = memory()
  const rooms = ['a1', 'a2', 'a3', 'a4'].flatMap((project) =>
    Array.from({ length: 40 }, () => replies.open(tenant(project), 'origin')),
  )
  const grown = await Promise.allSettled(rooms.map((room) => room.grow(7.9 * mb)))

  // Of four replies of this size, three.
  expect(grown.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  await replies.open(tenant('b1'), 'origin').grow(8 * mb)
  await expect(replies.open(tenant('a1'), 'origin').grow(8 * mb)).rejects.toThrow(NoFreeMemoryError)
  for (const room of rooms) room.release()
  await expect(replies.open(tenant('a1'), 'origin').grow(8 * mb)).resolves.toBeUndefined()
})

it('lets no reply wait for another of its size that grows', async () => {
  const replies = memory({ patienceMs: 10_000 })
  const rooms = Array.from({ length: 8 }, () => replies.open(tenant('a1'), 'origin'))
  await Promise.all(rooms.map((room) => room.grow(1 * mb)))

  const done = rooms.map(async (room) => {
    await room.grow(3 * mb)
    await room.grow(6 * mb)
    room.release()
  })

  await expect(Promise.all(done)).resolves.toHaveLength(8)
})

it('does not limit small replies', async () => {
  const replies = memory()
  const rooms = Array.from({ length: 1_000 }, () => replies.open(tenant('a1'), 'origin'))

  await expect(Promise.all(rooms.map((room) => room.grow(64 * 1024)))).resolves.toHaveLength(1_000)
})

/** A server of large replies, of which some do not end. */
async function givenServer(settings: EgressSettings = {}) {
  // Sent without a copy for each reply, which would be in the memory that is measured.
  const large = Buffer.from(JSON.stringify('x'.repeat(7.9 * mb)))
  const compressed = gzipSync(large)
  const server = createServer(({ url }, reply) => {
    if (url === '/compressed') {
      reply.writeHead(200, { 'content-encoding': 'gzip' }).end(compressed)
    } else if (url === '/large') reply.end(large)
    else if (url === '/announced')
      reply.writeHead(200, { 'content-length': large.length + mb }).write(large)
    else reply.write(large)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'], replyBytes: 96 * mb, ...settings })
  onTestFinished(() => egress.close())
  const url = `http://127.0.0.1:${getPort(server)}`
  return {
    egress,
    ask: (project: `proj_${string}`, path: string) => egress.forTenant(project).request(url + path),
  }
}

it.each(['/open', '/announced'])(
  'keeps few of many large replies in memory that do not end, and those of others arrive: %s',
  async (path) => {
    const { ask } = await givenServer({ replyPatienceMs: 500, timeoutMs: 300_000 })
    const [one, two] = [newId('proj'), newId('proj')]
    // Replies of an earlier test may be collected meanwhile.
    let least = Infinity
    let most = 0
    const watch = setInterval(() => {
      const { arrayBuffers } = process.memoryUsage()
      least = Math.min(least, arrayBuffers)
      most = Math.max(most, arrayBuffers - least)
    }, 20)
    onTestFinished(() => clearInterval(watch))

    const rejected: string[] = []
    for (let n = 0; n < 40; n++) {
      ask(one, path).catch((error: Error) => rejected.push(error.name))
    }
    await vi.waitFor(() => expect(most).toBeGreaterThan(8 * mb), patiently)
    const { body } = await ask(two, '/large')
    // The others hang until the test ends.
    await vi.waitFor(() => expect(rejected.length).toBeGreaterThanOrEqual(20), patiently)

    expect(body.length).toBeGreaterThan(7 * mb)
    expect(new Set(rejected)).toEqual(new Set(['NoFreeMemoryError']))
    // All forty would need 316 MB.
    expect(most).toBeLessThan((40 * 7.9 * mb) / 2)
  },
)

it('counts a compressed reply by its size in memory', async () => {
  const { ask } = await givenServer({ replyPatienceMs: 20 })
  const project = newId('proj')
  const replies = await Promise.all(
    Array.from({ length: 3 }, () => ask(project, '/compressed').then(({ body }) => body.length)),
  )

  expect(replies.every((length) => length > 7 * mb)).toBe(true)
})

it('cuts off replies that arrive slowly when others wait for their memory', async () => {
  const { ask } = await givenServer({
    replyPatienceMs: 60_000,
    replySlowAfterMs: 200,
    timeoutMs: 300_000,
  })
  const slow = [newId('proj'), newId('proj'), newId('proj'), newId('proj')]
  const ends = slow.map((project) =>
    ask(project, '/announced').then(
      () => 'whole',
      (error: Error) => error.message,
    ),
  )
  await sleep(100)

  const { body } = await ask(newId('proj'), '/large')

  expect(body.length).toBeGreaterThan(7 * mb)
  expect(await Promise.race(ends)).toMatch(/arrived too slowly/)
})

it('holds the memory of replies until the work that uses them ends', async () => {
  const { ask } = await givenServer({ replyPatienceMs: 50 })
  const project = newId('proj')
  const [one, two] = [new ReplyScope(), new ReplyScope()]
  // As much as a project may use.
  for (const scope of [one, two]) await scope.run(() => ask(project, '/large'))

  await expect(ask(project, '/large')).rejects.toThrow(NoFreeMemoryError)

  // The next reply of the same work uses the memory of its previous one.
  await expect(one.run(() => ask(project, '/large'))).resolves.toBeDefined()
  await expect(ask(newId('proj'), '/large')).resolves.toBeDefined()
  one.end()
  await expect(ask(project, '/large')).resolves.toBeDefined()
})

it('holds no memory that another reply of the same work waits for, nor after its end', async () => {
  const { ask } = await givenServer({ replyPatienceMs: 60_000 })
  const project = newId('proj')
  const [scope, ended] = [new ReplyScope(), new ReplyScope()]
  const late = ended.run(() => ask(newId('proj'), '/large'))
  ended.end()
  await late

  const many = await scope.run(() =>
    Promise.all(Array.from({ length: 6 }, () => ask(project, '/large'))),
  )

  expect(many).toHaveLength(6)
  const others = [new ReplyScope(), new ReplyScope(), new ReplyScope()]
  for (const other of others) {
    await expect(other.run(() => ask(newId('proj'), '/large'))).resolves.toBeDefined()
  }
})

it('cuts off a reply that arrives slowly in memory that its work already held', async () => {
  const { ask } = await givenServer({
    replyPatienceMs: 60_000,
    replySlowAfterMs: 200,
    timeoutMs: 300_000,
  })
  const scopes = Array.from({ length: 4 }, () => new ReplyScope())
  const projects = scopes.map(() => newId('proj'))
  for (const [n, scope] of scopes.entries()) await scope.run(() => ask(projects[n]!, '/large'))
  const ends = scopes.map((scope, n) =>
    scope.run(() =>
      ask(projects[n]!, '/announced').then(
        () => 'whole',
        (error: Error) => error.message,
      ),
    ),
  )

  const waiting = ask(newId('proj'), '/large')

  expect(await Promise.race(ends)).toMatch(/arrived too slowly/)
  for (const scope of scopes) scope.end()
  await expect(waiting).resolves.toBeDefined()
})

it('counts text with a single wide character by two bytes for each character', async () => {
  const server = createServer((_request, reply) =>
    reply.end(JSON.stringify(`${'x'.repeat(5 * mb)}€`)),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] })
  onTestFinished(() => egress.close())
  let grownTo = 0
  const open = vi.spyOn(ReplyMemory.prototype, 'open').mockImplementation(() => ({
    grow: async (bytes) => void (grownTo = Math.max(grownTo, bytes)),
    release() {},
    receive() {},
    arrive() {},
    complete() {},
    heldBytes: 0,
  }))
  onTestFinished(() => open.mockRestore())

  await egress.forTenant(newId('proj')).request(`http://127.0.0.1:${getPort(server)}`)

  expect(grownTo).toBeGreaterThan(10 * mb)
})
