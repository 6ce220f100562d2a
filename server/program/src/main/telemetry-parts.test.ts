import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, it, vi } from 'vitest'
import { getTelemetryEndpoints } from './telemetry-endpoints.ts'
import { readSettings } from './settings/settings.ts'
import { metricsAsOtlp, startSending } from '@platform/kernel/telemetry/otlp'
import {
  type Span,
  activeTracer,
  createTracer,
  inSpan,
  parseTraceparent,
  traceparentNow,
} from '@platform/kernel/telemetry/trace'

it('is disabled without an endpoint', async () => {
  const endpoints = (env: Record<string, string>) => getTelemetryEndpoints(readSettings(env))
  const there = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }

  expect(endpoints({ OTEL_SERVICE_NAME: 'acme' })).toBeUndefined()
  expect(endpoints({ ...there, OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
  expect(endpoints({ ...there, OTEL_TRACES_EXPORTER: 'none' })).toEqual({
    traces: undefined,
    metrics: 'http://collector:4318/v1/metrics',
  })
  expect(activeTracer()).toBeUndefined()
  expect(traceparentNow()).toBeUndefined()
  expect(await inSpan({ name: 'page', attributes: {} }, async () => 'done')).toBe('done')
})

it('rejects unsupported protocols and ignores other variables', () => {
  expect(() => readSettings({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow(
    'Invalid OTEL_EXPORTER_OTLP_PROTOCOL: must be http/json',
  )
  expect(() => readSettings({ OTEL_EXPORTER_OTLP_HEADERS: 'nonsense' })).toThrow('name=value')
  expect(readSettings({ OTEL_PYTHON_LOG_LEVEL: 'debug' })).toEqual(readSettings({}))
})

it.each([
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', true],
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00', false],
  ['cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-later', true],
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more', undefined],
  ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', undefined],
  ['00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01', undefined],
  ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', undefined],
  ['', undefined],
])('parses the sampling of %s: %s', (text, expected) => {
  expect(parseTraceparent(text)?.isSampled).toBe(expected)
})

it('samples the same traces in every process at the configured ratio', () => {
  const sampler = { isParentBased: true, share: 0.25 }
  const [one, other] = [createTracer(sampler, () => {}), createTracer(sampler, () => {})]
  const seeds = Array.from({ length: 2000 }, (_, index) => `op_${index}`)

  const chosen = seeds.filter((seed) => one.begin(undefined, seed).isSampled)

  expect(chosen.length).toBeGreaterThan(400)
  expect(chosen.length).toBeLessThan(600)
  expect(seeds.filter((seed) => other.begin(undefined, seed).isSampled)).toEqual(chosen)
  expect(other.begin(undefined, 'op_1')).toEqual(one.begin(undefined, 'op_1'))
})

it('exports no unsampled spans', async () => {
  const spans: Span[] = []
  const tracer = createTracer({ isParentBased: true, share: 0 }, (span) => spans.push(span))
  const context = tracer.begin(undefined)

  tracer.within(context, () => expect(tracer.current()).toBe(context))
  tracer.record({ context, name: 'a', kind: 'server', startMs: 0, endMs: 1, attributes: {} })

  expect(spans).toEqual([])
})

it('bounds the buffer while the collector hangs, without blocking callers', async () => {
  vi.useFakeTimers()
  let leftOut = 0
  const batches: number[] = []
  const sending = startSending<number>({
    max: 1000,
    delayMs: 100,
    send(batch) {
      batches.push(batch.length)
      return new Promise(() => {})
    },
    leftOut: (count) => (leftOut += count),
    failed: () => {},
  })

  for (let number = 0; number < 5000; number++) sending.add(number)
  await vi.advanceTimersByTimeAsync(60_000)
  for (let number = 0; number < 5000; number++) sending.add(number)
  vi.useRealTimers()

  expect(batches).toEqual([512])
  // At most 1,000, besides the current batch.
  expect(leftOut).toBe(10_000 - 1000 - 512)
})

it('counts spans dropped during an outage of the collector, and resumes', async () => {
  vi.useFakeTimers()
  let isAway = true
  let leftOut = 0
  const failures: unknown[] = []
  const sent: number[] = []
  const sending = startSending<number>({
    max: 10,
    delayMs: 100,
    async send(batch) {
      if (isAway) throw new Error('away')
      sent.push(...batch)
    },
    leftOut: (count) => (leftOut += count),
    failed: (error) => failures.push(error),
  })

  sending.add(1)
  await vi.advanceTimersByTimeAsync(500)
  isAway = false
  sending.add(2)
  await sending.stop()
  vi.useRealTimers()

  expect({ leftOut, sent, failures: failures.length }).toEqual({
    leftOut: 1,
    sent: [2],
    failures: 1,
  })
})

it('exports counters, gauges and histograms as OTLP', async () => {
  const registry = new Registry()
  const registers = [registry]
  new Counter({ name: 'a_total', help: 'A.', labelNames: ['status'], registers }).inc(
    { status: 'ok' },
    2,
  )
  new Gauge({ name: 'unknown', help: 'U.', registers }).set(NaN)
  const histogram = new Histogram({ name: 'h', help: 'H.', buckets: [1, 5], registers })
  for (const value of [0.5, 3, 4, 9]) histogram.observe(value)

  const { resourceMetrics } = await metricsAsOtlp({ 'service.name': 'platform' }, registry, 0)

  expect(resourceMetrics[0]?.scopeMetrics[0]?.metrics).toMatchObject([
    {
      name: 'a_total',
      sum: {
        aggregationTemporality: 2,
        dataPoints: [
          { asDouble: 2, attributes: [{ key: 'status', value: { stringValue: 'ok' } }] },
        ],
      },
    },
    { name: 'unknown', gauge: { dataPoints: [] } },
    {
      name: 'h',
      histogram: {
        dataPoints: [
          { count: '4', sum: 16.5, bucketCounts: ['1', '2', '1'], explicitBounds: [1, 5] },
        ],
      },
    },
  ])
})
