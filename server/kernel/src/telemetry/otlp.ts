import type { Registry } from 'prom-client'
import type { Span } from './trace.ts'

/*
 * Formats spans and metrics for a collector, as JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding.
 */

/** Resource attributes by name, such as `service.name`. */
export type Resource = Record<string, string>

const kinds = { internal: 1, server: 2, client: 3 }
const scope = { name: 'platform' }

const toAttributes = (values: Record<string, string | number | undefined>) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ key, value: toAttributeValue(value) }))

function toAttributeValue(value: string | number | undefined) {
  if (typeof value !== 'number') return { stringValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

/** Converts to nanoseconds as text, because a number is not precise enough. */
const toNanoseconds = (ms: number) => `${Math.round(ms * 1000)}000`

export const spansAsOtlp = (resource: Resource, spans: readonly Span[]) => ({
  resourceSpans: [
    {
      resource: { attributes: toAttributes(resource) },
      scopeSpans: [
        {
          scope,
          spans: spans.map(({ context, name, kind, startMs, endMs, attributes, errorType }) => ({
            traceId: context.traceId,
            spanId: context.spanId,
            ...(context.parentSpanId && { parentSpanId: context.parentSpanId }),
            name,
            kind: kinds[kind],
            startTimeUnixNano: toNanoseconds(startMs),
            endTimeUnixNano: toNanoseconds(Math.max(startMs, endMs)),
            attributes: toAttributes({ ...attributes, 'error.type': errorType }),
            ...(errorType && { status: { code: 2 } }),
          })),
        },
      ],
    },
  ],
})

type Metric = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number]
type Value = Metric['values'][number] & { metricName?: string }

const cumulative = 2

/** Converts Prometheus metrics to OTLP, under the same names. */
export async function metricsAsOtlp(resource: Resource, registry: Registry, since: number) {
  const metrics = await registry.getMetricsAsJSON()
  const times = { startTimeUnixNano: toNanoseconds(since), timeUnixNano: toNanoseconds(Date.now()) }
  return {
    resourceMetrics: [
      {
        resource: { attributes: toAttributes(resource) },
        scopeMetrics: [
          {
            scope,
            metrics: metrics.flatMap((metric) => {
              const data = toOtlpData(metric, times)
              return data ? [{ name: metric.name, description: metric.help, ...data }] : []
            }),
          },
        ],
      },
    ],
  }
}

interface Times {
  startTimeUnixNano: string
  timeUnixNano: string
}

function toOtlpData({ type, values }: Metric, times: Times) {
  // JSON cannot represent NaN.
  const known = values.filter(({ value }) => Number.isFinite(value))
  const dataPoints = () =>
    known.map(({ labels, value }) => ({
      attributes: toAttributes(labels),
      ...times,
      asDouble: value,
    }))
  switch (String(type)) {
    case 'counter':
      return {
        sum: { aggregationTemporality: cumulative, isMonotonic: true, dataPoints: dataPoints() },
      }
    case 'gauge':
      return { gauge: { dataPoints: dataPoints() } }
    case 'histogram':
      return {
        histogram: {
          aggregationTemporality: cumulative,
          dataPoints: toHistograms(known).map((point) => ({ ...times, ...point })),
        },
      }
    default:
      return undefined
  }
}

/** Prometheus buckets are cumulative, those of OTLP are not. */
function toHistograms(values: readonly Value[]) {
  const byLabels = Map.groupBy(values, ({ labels }) =>
    JSON.stringify(Object.fromEntries(Object.entries(labels).filter(([name]) => name !== 'le'))),
  )
  return [...byLabels].map(([labels, its]) => {
    const buckets = its.filter(({ metricName }) => metricName?.endsWith('_bucket'))
    const counts = buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0))
    const ending = (end: string) =>
      its.find(({ metricName }) => metricName?.endsWith(end))?.value ?? 0
    return {
      attributes: toAttributes(JSON.parse(labels) as Record<string, string>),
      count: String(ending('_count')),
      sum: ending('_sum'),
      bucketCounts: counts.map(String),
      explicitBounds: buckets.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite),
    }
  })
}

/** Buffers items and sends them in batches, one after the other. */
export interface Sending<Item> {
  /** Adds an item; dropped while too many wait. */
  add(item: Item): void
  /** Sends the remaining items once. */
  stop(): Promise<void>
}

const lookEveryMs = 200
const batchSize = 512

/**
 * Sends after at most `delayMs`. Adding never waits: what a collector does not accept in time is
 * dropped, and at most `most` items are in memory.
 */
export function startSending<Item>({
  max,
  delayMs,
  send,
  leftOut,
  failed,
}: {
  max: number
  delayMs: number
  send(batch: Item[]): Promise<void>
  leftOut(count: number): void
  failed(error: unknown): void
}): Sending<Item> {
  let waiting: Item[] = []
  let sentAt = performance.now()
  let underWay: Promise<void> | undefined

  const sendAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchSize)
      try {
        await send(batch)
      } catch (error) {
        leftOut(batch.length)
        failed(error)
      }
    }
    sentAt = performance.now()
  }
  const begin = () => (underWay ??= sendAll().finally(() => (underWay = undefined)))
  // Not from within `add`, which is called in transactions.
  const timer = setInterval(() => {
    if (waiting.length >= batchSize || performance.now() - sentAt >= delayMs) void begin()
  }, lookEveryMs).unref()

  return {
    add(item) {
      if (waiting.length < max) waiting.push(item)
      else leftOut(1)
    },
    async stop() {
      clearInterval(timer)
      await begin()
    },
  }
}
