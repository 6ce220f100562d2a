import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import { createEgress } from '@platform/kernel/egress'
import {
  type Resource,
  metricsAsOtlp,
  spansAsOtlp,
  startSending,
} from '@platform/kernel/telemetry/otlp'
import { type Sampler, type Span, createTracer, traceBy } from '@platform/kernel/telemetry/trace'
import type { Settings } from './settings/settings.ts'
import { loopbackHosts, toOutboundProxy } from './settings/outbound-proxy.ts'
import type { Endpoints } from './telemetry-endpoints.ts'

/** The operator chooses the collector, so any address is allowed. */
const everywhere = ['0.0.0.0/0', '::/0']
/** How long the process waits for the collector at exit. */
const lastWordMs = 2_000

/** Exports traces and metrics to a collector, if the settings name one. */
export function startTelemetry(
  settings: Settings,
  { traces, metrics }: Endpoints,
  { registry, log }: { registry: Registry; log: Logger },
) {
  const egress = createEgress({
    allowCidrs: everywhere,
    // A collector beside the server is not beside the proxy.
    proxy: toOutboundProxy(settings, loopbackHosts),
    timeoutMs: settings.OTEL_EXPORTER_OTLP_TIMEOUT,
    connectionsPerOrigin: 2,
  })
  const resource = makeResource(settings)
  const headers = { ...settings.OTEL_EXPORTER_OTLP_HEADERS, 'content-type': 'application/json' }
  const post = async (url: string, body: object) => {
    const reply = await egress
      .forTenant('operator')
      .request(url, { method: 'POST', headers, body: JSON.stringify(body) })
    if (reply.status >= 300) throw new Error(`The collector answered ${reply.status}.`)
    isWell = true
  }
  let isWell = true
  const logFailure = (error: unknown) => {
    if (isWell) log.warn({ err: error }, 'the OpenTelemetry collector rejects all data')
    isWell = false
  }
  const leftOut = new Counter({
    name: 'platform_telemetry_spans_left_out_total',
    help: 'Spans that were dropped because the OpenTelemetry collector rejected them or was too slow.',
    registers: [registry],
  })

  const startExporting = (url: string) =>
    startSending<Span>({
      max: settings.OTEL_BSP_MAX_QUEUE_SIZE,
      delayMs: settings.OTEL_BSP_SCHEDULE_DELAY,
      send: (batch) => post(url, spansAsOtlp(resource, batch)),
      leftOut: (count) => leftOut.inc(count),
      failed: logFailure,
    })
  const spans = traces === undefined ? undefined : startExporting(traces)
  if (spans) traceBy(createTracer(makeSampler(settings), spans.add))

  const since = Date.now()
  let exporting: Promise<void> | undefined
  const exportMetrics = async (url: string) => {
    try {
      await post(url, await metricsAsOtlp(resource, registry, since))
    } catch (error) {
      logFailure(error)
    }
  }
  const begin = (url: string) =>
    (exporting ??= exportMetrics(url).finally(() => (exporting = undefined)))
  const timer =
    metrics && setInterval(() => void begin(metrics), settings.OTEL_METRIC_EXPORT_INTERVAL).unref()

  return {
    async stop() {
      clearInterval(timer)
      traceBy(undefined)
      const isOver = new Promise((resolve) => setTimeout(resolve, lastWordMs).unref())
      await Promise.race([Promise.all([spans?.stop(), metrics && begin(metrics)]), isOver])
      await Promise.race([egress.close(), isOver])
    },
  }
}

const makeResource = (settings: Settings): Resource => ({
  'service.name': 'platform',
  ...settings.OTEL_RESOURCE_ATTRIBUTES,
  ...(settings.OTEL_SERVICE_NAME && { 'service.name': settings.OTEL_SERVICE_NAME }),
  'service.instance.id': randomUUID(),
  'process.pid': String(process.pid),
  'platform.role': settings.PLATFORM_ROLE,
})

function makeSampler({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: argument,
}: Settings): Sampler {
  const share = name.endsWith('always_on') ? 1 : name.endsWith('always_off') ? 0 : argument
  return { isParentBased: name.startsWith('parentbased_'), share }
}
