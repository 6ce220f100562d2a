/**
 * Benchmark of memory: a server with 1 GiB, attacked by one organization through every way in which large replies
 * enter, and the latency of another organization.
 * `node tools/bench/memory.ts [attack …]`
 */
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { childrenIn } from './support/children.ts'
import {
  prepareWaysIn,
  type Attack,
  type CallApi,
  type AttackingProject,
} from './memory/ways-in.ts'
import { startEmbeddedPostgres } from '../../server/kernel/src/db/postgres/embedded-postgres.ts'

interface Started {
  url: string
  pid: number
  attackers: AttackingProject[]
  bystander: AttackingProject
}

const attackMs = 10_000
const callersPerProject = 40
const wanted = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'bench-memory-'))
const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
const { start, startChild, startOn, stop } = childrenIn(
  new URL('memory/', import.meta.url),
  {
    DATABASE_URL: postgres.connectionString,
    PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '2',
    UV_THREADPOOL_SIZE: '16',
  },
  { memoryBytes: 1024 ** 3 },
)
const dispatcher = new Agent({ connections: 400, bodyTimeout: 0, headersTimeout: 0 })

const manifest = (provider: string, integration: string) => `
  - name: ${integration}
    provider: ${provider}
    proxy: { enabled: true }
    read:
      objects:
        - objectName: books
          destination: webhook
          requiredFields: [{ fieldName: title }]
    write: { objects: [{ objectName: books }] }
    tools:
      objects: [{ objectName: books, actions: [describe, sample, search, create] }]
      calls: { methods: [GET], paths: ['/**'] }
`

const exported = `
  - name: ledger
    provider: ledger
    read:
      objects:${['rows', 'cells', 'ids']
        .map(
          (objectName) => `
        - objectName: ${objectName}
          destination: webhook
          requiredFields: [{ fieldName: id }]`,
        )
        .join('')}
`

try {
  const { port } = await start<{ port: number }>('provider.ts')
  const good = await start<{ port: number }>('provider.ts')
  const { message: server } = await startOn<Started>(
    { through: [], databaseUrl: undefined },
    'platform.ts',
    String(port),
    String(good.port),
  )
  const call: CallApi = async ({ project, apiKey }, method, path, body, headers = {}) => {
    const reply = await request(server.url + path.replace('{p}', `projects/${project}`), {
      dispatcher,
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: reply.statusCode, body: reply.body }
  }
  const must = async (...given: Parameters<CallApi>): Promise<any> => {
    const { status, body } = await call(...given)
    const text = await body.text()
    if (status >= 400) throw new Error(`${given[1]} ${given[2]}: ${status} ${text.slice(0, 1000)}`)
    return JSON.parse(text || 'null')
  }
  for (const project of [...server.attackers, server.bystander]) {
    await must(project, 'POST', '/v1/{p}/destinations', {
      name: 'webhook',
      type: 'webhook',
      metadata: { url: `http://127.0.0.1:${port}/hook` },
    })
    await must(project, 'PUT', '/v1/{p}/integrations:batch', {
      sourceYaml: `specVersion: 1.0.0\nintegrations:${manifest('library', 'library')}${manifest('meadow', 'meadow')}${exported}`,
    })
  }
  const connections = new Map<string, string>()
  const install = async (project: AttackingProject, key: string, provider = 'library') => {
    const connection = await must(project, 'POST', '/v1/{p}/connections:generate', {
      provider,
      groupRef: key,
      consumerRef: key,
      apiKey: `${key}-0123456789`,
    })
    connections.set(`${project.project} ${key}`, connection.id)
    return must(
      project,
      'POST',
      `/v1/{p}/integrations/${provider}/installations?skipSampling=true`,
      {
        groupRef: key,
        config: {
          content: {
            provider,
            read: { objects: { books: {} } },
            write: { objects: { books: { objectName: 'books' } } },
          },
        },
      },
    )
  }
  await install(server.bystander, 'good', 'meadow')
  const bystander = await startChild<object>('bystander.ts', server.url, server.bystander.apiKey)
  const kinds = ['records', 'text', 'wide', 'lists', 'objects', 'numbers', 'empties']
  for (const project of server.attackers) {
    for (const kind of kinds) {
      const { id } = await install(project, kind)
      await must(project, 'POST', `/read/v1/{p}/integrations/library/installations/${id}:pause`, {})
    }
  }

  const search = (project: AttackingProject, key: string) =>
    call(project, 'POST', `/search/v1/{p}/integrations/library?groupRef=${key}`, {
      objectName: 'books',
      fieldFilters: [{ fieldName: 'title', operator: 'eq', value: 'x' }],
    })
  const write = (key: string) => (project: AttackingProject) =>
    call(project, 'POST', '/write/v1/{p}/integrations/library/objects/books', {
      groupRef: key,
      mode: 'synchronous',
      type: 'create',
      record: { title: 'x' },
    })
  const mcp = (key: string, name: string, args: object) => (project: AttackingProject) =>
    call(
      project,
      'POST',
      `/mcp/v1?groupRef=${key}`,
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      { accept: 'application/json, text/event-stream' },
    )
  const attacks: Record<string, Attack> = await prepareWaysIn(server.attackers, {
    ...{ must, call, issuer: `http://127.0.0.1:${port}` },
    send: async (path, options) => {
      const { statusCode: status, body } = await request(server.url + path, {
        dispatcher,
        ...options,
      })
      return { status, body }
    },
  })
  for (const kind of kinds) {
    attacks[`search-${kind}`] = (project) => search(project, kind)
    attacks[`write-${kind}`] = write(kind)
    attacks[`metadata-${kind}`] = (project) =>
      call(project, 'GET', `/v1/{p}/integrations/library/objects/books/metadata?groupRef=${kind}`)
    attacks[`check-${kind}`] = (project) =>
      call(
        project,
        'POST',
        `/v1/{p}/connections/${connections.get(`${project.project} ${kind}`)}:check-entry`,
        { entry: {}, objectName: 'books' },
      )
    attacks[`record-${kind}`] = (project) =>
      call(
        project,
        'POST',
        `/v1/{p}/connections/${connections.get(`${project.project} ${kind}`)}:record-object`,
        { objectName: 'books' },
      )
    attacks[`mcp-search-${kind}`] = mcp(kind, 'library_search_books', { title: 'x' })
    attacks[`mcp-call-${kind}`] = mcp(kind, 'library_call', { method: 'GET', path: '/books' })
    attacks[`proxy-${kind}`] = (project) =>
      call(project, 'GET', '/proxy/books', undefined, {
        'x-platform-project-id': project.project,
        'x-platform-group-ref': kind,
        'x-platform-integration-name': 'library',
      })
    // Never reads its reply.
    attacks[`unread-search-${kind}`] = async (project) => {
      const reply = await search(project, kind)
      await sleep(30_000, undefined, { ref: false })
      return reply
    }
  }

  const rss = async () =>
    Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
  const median = (values: number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
  const timeBystander = async (forMs: number) => {
    const from = Date.now()
    await sleep(forMs)
    bystander.child.send({ from, until: Date.now() })
    const [times] = (await once(bystander.child, 'message')) as [{ ms: number[]; failures: number }]
    return { times: times.ms, failed: times.failures }
  }
  for (const [name, attack] of Object.entries(attacks)) {
    if (wanted.length > 0 && !wanted.some((one) => name.startsWith(one))) continue
    await request(
      `http://127.0.0.1:${port}/control?${/search|write/.test(name) ? 'small' : 'large'}`,
    ).then(({ body }) => body.dump())
    const before = await rss()
    const alone = await timeBystander(3_000)
    const until = performance.now() + attackMs
    let peak = 0
    const watch = setInterval(
      () =>
        void rss().then(
          (mb) => (peak = Math.max(peak, mb)),
          // The next attack reports that the server has ended.
          () => {},
        ),
      20,
    )
    const statuses: Record<string, number> = {}
    let sample = ''
    const run = async (project: AttackingProject) => {
      while (performance.now() < until) {
        await attack(project).then(
          async ({ status, body }) => {
            if (status >= 400 && sample === '') sample = (await body.text()).slice(0, 300)
            else await body.dump()
            statuses[status] = (statuses[status] ?? 0) + 1
            if (status >= 400) await sleep(250)
          },
          // Counted like a status.
          (error: Error) => (statuses[error.message] = (statuses[error.message] ?? 0) + 1),
        )
      }
    }
    const all = server.attackers.flatMap((project) =>
      Array.from({ length: callersPerProject }, () => run(project)),
    )
    const { times, failed } = await timeBystander(attackMs)
    await Promise.race([Promise.all(all), sleep(15_000)])
    clearInterval(watch)
    console.log(
      name.padEnd(24),
      `rss ${before.toFixed(0)} -> ${peak.toFixed(0)} MB, bystander ${median(alone.times).toFixed(0)} -> ${median(times).toFixed(0)} ms (x${(median(times) / median(alone.times)).toFixed(2)}, max ${Math.max(...times).toFixed(0)}, n ${times.length})`,
      JSON.stringify(failed),
      JSON.stringify(statuses),
      sample.replaceAll('\n', ' ').slice(0, 250),
    )
    await sleep(4_000)
  }
} finally {
  await stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
