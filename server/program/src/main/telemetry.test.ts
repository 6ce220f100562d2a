import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Installation } from '@platform/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startPlatform } from './platform.ts'
import { readSettings } from './settings/settings.ts'
import { freePort } from '@platform/testing/free-port'
import { manifest, testPlatform } from '@platform/testing/test-platform'
import { getFirst, getPort, must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: string }
}

interface ExportedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
}

const theirTrace = '4bf92f3577b34da6a3ce929d0e0e4736'
const theirSpan = '00f067aa0ba902b7'

const metricsToken = 'token-of-the-operator'
let healthPort: number
let collector: Awaited<ReturnType<typeof startCollector>>
let platform: Awaited<ReturnType<typeof testPlatform>>

beforeAll(async () => {
  collector = await startCollector()
  const masterKey = randomBytes(32).toString('base64')
  platform = await testPlatform({
    sourceYaml: `${manifest}
    write:
      objects:
        - objectName: Contact
          inheritMapping: true
    subscribe:
      objects:
        - objectName: Contact
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: {enabled: always}
`,
    env: {
      PLATFORM_ROLE: 'api',
      PLATFORM_MASTER_KEY: masterKey,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=acme%20inc',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_METRIC_EXPORT_INTERVAL: '200',
    },
  })
  healthPort = await freePort()
  // One process commits, the other delivers and reads: it gets the trace from the database only.
  const engine = await startPlatform(
    readSettings({
      DATABASE_URL: platform.databaseUrl,
      PLATFORM_ROLE: 'engine',
      PLATFORM_MASTER_KEY: masterKey,
      PLATFORM_DEVELOPMENT: 'true',
      PLATFORM_LOG_LEVEL: 'silent',
      PLATFORM_SEND_TRACEPARENT: 'true',
      PLATFORM_METRICS_TOKEN: metricsToken,
      PLATFORM_HEALTH_PORT: String(healthPort),
    }),
    { providerOverrides: platform.providerOverrides, stopWithinMs: 2_000 },
  )
  return async () => {
    await engine.stop()
    await platform.close()
  }
})
afterAll(() => collector.close())

/** A collector that stores what it receives. */
async function startCollector() {
  const spans: ExportedSpan[] = []
  const metrics: { name: string }[] = []
  const requests: { path: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const { url: path = '', headers } = request
      requests.push({ path, headers, body })
      const exported = JSON.parse(body)
      for (const { scopeSpans } of exported.resourceSpans ?? []) {
        for (const scope of scopeSpans) spans.push(...scope.spans)
      }
      for (const { scopeMetrics } of exported.resourceMetrics ?? []) {
        for (const scope of scopeMetrics) metrics.push(...scope.metrics)
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${getPort(server)}`,
    spans,
    metrics,
    requests,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const generate = (headers: Record<string, string> = {}) =>
  platform.call(
    'POST',
    '/v1/{p}/connections:generate',
    {
      provider: 'sendGrid',
      apiKey: 'secret-of-globex',
      groupRef: 'globex-inc',
      consumerRef: 'hank',
      consumerName: 'Hank Scorpio',
    },
    headers,
  )

const waitForSpans = (traceId: string, count: number) =>
  vi.waitFor(() => {
    const found = collector.spans.filter((span) => span.traceId === traceId)
    expect(found.length).toBeGreaterThanOrEqual(count)
    return found
  }, patiently)

const waitForSpan = (traceId: string, name: string) =>
  vi.waitFor(
    () =>
      must(
        collector.spans.find((span) => span.traceId === traceId && span.name === name),
        name,
      ),
    patiently,
  )

const install = () =>
  platform.call<Installation>('POST', '/v1/{p}/integrations/crm/installations?skipSampling=true', {
    groupRef: 'globex',
    config: {
      content: {
        read: { objects: { Contact: {} } },
        write: { objects: { Contact: { objectName: 'Contact' } } },
      },
    },
  })

const getAttributes = ({ attributes }: ExportedSpan) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  )

it("continues a builder's trace from request to delivery", async () => {
  await generate({ traceparent: `00-${theirTrace}-${theirSpan}-01` })

  const request = await waitForSpan(
    theirTrace,
    'POST /v1/projects/:projectIdOrName/connections:generate',
  )
  const delivery = await waitForSpan(theirTrace, 'deliver connection.created')

  expect(request).toMatchObject({ parentSpanId: theirSpan, kind: 2 })
  expect(getAttributes(request)).toMatchObject({ 'http.response.status_code': 201 })
  expect(delivery).toMatchObject({ parentSpanId: request.spanId, kind: 3 })
  expect(getAttributes(delivery)).toMatchObject({
    'platform.attempt': 1,
    'http.response.status_code': 204,
  })
  expect(Number(delivery.endTimeUnixNano)).toBeGreaterThanOrEqual(
    Number(delivery.startTimeUnixNano),
  )
  // The receiver's span is a child of the attempt.
  expect(platform.messages.map(platform.traceparentOf)).toContain(
    `00-${theirTrace}-${delivery.spanId}-01`,
  )
})

it('traces a run from its request through provider calls to its deliveries', async () => {
  await platform.connect()
  await install()
  const { traceId } = await vi.waitFor(
    () =>
      must(
        collector.spans.find(({ name }) => name === 'read Contact'),
        'run',
      ),
    patiently,
  )

  const run = await waitForSpan(traceId, 'read Contact')
  const job = await waitForSpan(traceId, 'job installation-saved')
  const request = await waitForSpan(
    traceId,
    'POST /v1/projects/:projectIdOrName/integrations/:integrationId/installations',
  )
  const page = await waitForSpan(traceId, 'page')
  const delivery = await waitForSpan(traceId, 'deliver read')
  const done = await waitForSpan(traceId, 'deliver read.backfill.done')
  const calls = (await waitForSpans(traceId, 7)).filter(
    ({ name, parentSpanId }) => name === 'GET salesforce' && parentSpanId === run.spanId,
  )

  expect([request, job, run, page, delivery, done].map(({ parentSpanId }) => parentSpanId)).toEqual(
    [undefined, request.spanId, job.spanId, run.spanId, page.spanId, run.spanId],
  )
  expect(must(calls[0], 'call').kind).toBe(3)
  expect(getAttributes(must(calls[0], 'call'))).toEqual({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'platform.provider': 'salesforce',
  })
})

it('traces a write including the failed attempt before it succeeded', async () => {
  const traceId = 'cccccccccccccccccccccccccccccccc'
  const { id: topicId } = getFirst(await platform.call<{ id: string }[]>('GET', '/v1/{p}/topics'))
  const eventType = 'write.async.done'
  await platform.call('POST', '/v1/{p}/notification-event-topic-routes', { topicId, eventType })
  await platform.control.addFault({
    effect: 'unavailable',
    match: { method: 'POST', pathRegex: '/sobjects|/composite' },
    times: 1,
  })

  await platform.call(
    'POST',
    '/write/v1/{p}/integrations/crm/objects/Contact',
    {
      groupRef: 'globex',
      mode: 'asynchronous',
      type: 'create',
      record: { LastName: 'Scorpio', email: 'scorpio@globex.example' },
    },
    { traceparent: `00-${traceId}-${theirSpan}-01` },
  )

  await vi.waitFor(() => {
    const spans = collector.spans.filter((span) => span.traceId === traceId)
    const ofName = (wanted: string) => spans.filter(({ name }) => name === wanted)
    const [request] = spans.filter(({ kind }) => kind === 2)
    const [first, second] = ofName('job write')
    const calls = ofName('POST salesforce')
    const parents = [first, second, ...calls, ...ofName('deliver write.async.done')].map(
      (span) => span?.parentSpanId,
    )

    expect(calls.map((call) => getAttributes(call)['error.type'])).toEqual(['503', undefined])
    expect(parents).toEqual([
      must(request, 'request').spanId,
      must(first, 'first try').spanId,
      first?.spanId,
      must(second, 'second try').spanId,
      second?.spanId,
    ])
  }, patiently)
})

it('traces a received change with the call that reads its record', async () => {
  const path = '/v1/{p}/integrations/crm/installations'
  await vi.waitFor(async () => {
    const { subscription } = getFirst(await platform.call<Installation[]>('GET', path))
    expect(subscription).toMatchObject({ state: 'active' })
  }, patiently)
  await platform.control.createRecord('Contact', { LastName: 'Simpson' })

  const { traceId, parentSpanId } = await vi.waitFor(
    () =>
      must(
        collector.spans.find(({ name }) => name === 'deliver subscribe'),
        'delivery',
      ),
    patiently,
  )
  const job = await waitForSpan(traceId, 'job deliver-changes')
  const call = await waitForSpan(traceId, 'GET salesforce')

  expect([parentSpanId, call.parentSpanId]).toEqual([job.spanId, job.spanId])
})

it('accepts trace context from builders only, with their sampling decision', async () => {
  const unwanted = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
  const browsers = 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'
  const before = collector.spans.length
  await generate({ traceparent: `00-${unwanted}-${theirSpan}-00` })
  await platform.call('GET', '/v1/{p}/integrations', undefined, {
    'x-api-key': platform.frontendApiKey,
    traceparent: `00-${browsers}-${theirSpan}-01`,
  })
  await generate({ traceparent: 'nonsense' })
  await vi.waitFor(() => expect(collector.spans.length).toBeGreaterThan(before + 2), patiently)

  const traces = new Set(collector.spans.map(({ traceId }) => traceId))
  expect(traces.has(unwanted)).toBe(false)
  expect(traces.has(browsers)).toBe(false)
})

it('exports metrics under their Prometheus names', async () => {
  const known = ['platform_events_accepted_total', 'platform_delivery_latency_seconds']

  await vi.waitFor(() => {
    const names = new Set(collector.metrics.map(({ name }) => name))
    expect(known.filter((name) => names.has(name))).toEqual(known)
  }, patiently)

  expect(collector.metrics.findLast(({ name }) => name === known[0])).toMatchObject({
    sum: { isMonotonic: true, dataPoints: [{ asDouble: expect.any(Number) }] },
  })
  const { requests } = collector
  expect(new Set(requests.map(({ path }) => path))).toEqual(new Set(['/v1/traces', '/v1/metrics']))
  expect(requests[0]?.headers['x-tenant']).toBe('acme inc')
  expect(requests[0]?.body).toContain('"deployment.environment.name"')
})

it('serves only health and metrics on the engine’s own port', async () => {
  const get = (path: string, headers = {}) =>
    fetch(`http://127.0.0.1:${healthPort}${path}`, { headers })
  const authorization = `Bearer ${metricsToken}`

  const statuses = await Promise.all(
    ['/healthz', '/readyz', '/metrics', '/v1/orgs'].map(async (path) => (await get(path)).status),
  )
  const metrics = await get('/metrics', { authorization })

  expect(statuses).toEqual([200, 200, 401, 404])
  expect(await metrics.text()).toMatch(/^platform_deliveries_total\{status="delivered"\} [1-9]/m)
})

it('exports every metric and label that the dashboard and alerts use', async () => {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const page = await (await fetch(`http://127.0.0.1:${healthPort}/metrics`, { headers })).text()
  const labelsOf = new Map<string, Set<string>>()
  for (const [, name = '', labels = ''] of page.matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    const names = [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label)
    labelsOf.set(name, new Set([...(labelsOf.get(name) ?? []), ...names]))
  }
  // Only the parent of several processes exports it.
  labelsOf.set('platform_process_restarts_total', new Set())
  // Only servers with a message log export it.
  for (const name of ['reachable', 'foreign', 'bytes', 'limit_bytes']) {
    labelsOf.set(`platform_message_log_${name}`, new Set())
  }
  labelsOf.set('platform_message_log_node_current', new Set(['node']))
  // Prometheus adds two, and the parent process one.
  const ofAll = ['job', 'instance', 'process']

  const asked = await readAsked()
  const missing = asked.flatMap(({ expression, labels }) => {
    const names = expression.match(/\b(platform|process|nodejs)_\w+/g) ?? []
    const known = new Set([...ofAll, ...names.flatMap((name) => [...(labelsOf.get(name) ?? [])])])
    return [
      ...names.filter((name) => !labelsOf.has(name)),
      ...labels.filter((label) => !known.has(label)).map((label) => `${label} of ${expression}`),
    ]
  })

  expect(asked.length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})

/** Queries of the dashboard and the alerts with their labels, including those of legends. */
async function readAsked() {
  const read = (file: string) =>
    readFile(new URL(`../../../../deploy/monitoring/${file}`, import.meta.url), 'utf8')
  const board = [
    ...(await read('grafana.json')).matchAll(/"expr": (".*"),\s*"legendFormat": "(.*)"/g),
  ]
  const rules = (await read('alerts.yaml')).split('- alert:').slice(1)
  const shown = [
    ...board.map(([, expression = '', legend = '']) => [String(JSON.parse(expression)), legend]),
    ...rules.map((rule) => /expr:([^]*?)\n\s*(?:for|labels):([^]*)/.exec(rule)?.slice(1) ?? []),
  ]
  return shown.map(([expression = '', text = '']) => {
    const grouped = [...expression.matchAll(/\bby \((.*?)\)/g)].flatMap(([, names]) =>
      names?.split(/, */),
    )
    const others = `${expression} ${text}`.matchAll(
      /[{,]\s*(\w+)\s*(?:=|!=|=~|!~)\s*"|\{\{\s*(?!else|end)(\w+)\s*\}\}|\$labels\.(\w+)/g,
    )
    const labels = [...grouped, ...[...others].flatMap((found) => found.slice(1))]
    return { expression, labels: labels.filter((label) => label !== undefined) }
  })
}

it('logs no secrets, names or records, and unknown paths only', () => {
  const all = collector.requests.map(({ body }) => body).join('\n')

  expect(all.length).toBeGreaterThan(1_000)
  expect(collector.spans.filter(({ name }) => name.endsWith(' salesforce')).length).toBeGreaterThan(
    2,
  )
  expect(all).not.toMatch(/secret-of-globex|Hank|globex-inc|@|api_key|whsec_|Scorpio|Simpson/i)
  expect(all).not.toMatch(/:\/\/|services\/data|access_token|refresh_token/i)
})
