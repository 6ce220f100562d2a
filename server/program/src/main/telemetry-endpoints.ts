import type { Settings } from './settings/settings.ts'

/** Endpoints of traces and metrics; undefined if not exported. */
export interface Endpoints {
  traces: string | undefined
  metrics: string | undefined
}

/**
 * Returns the endpoints that `OTEL_…` sets; undefined without any, in which case no telemetry code
 * is loaded.
 */
export function getTelemetryEndpoints(settings: Settings): Endpoints | undefined {
  if (settings.OTEL_SDK_DISABLED) return undefined
  const base = settings.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '')
  const traces = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`)
  const metrics = settings.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT ?? (base && `${base}/v1/metrics`)
  const endpoints = {
    traces: settings.OTEL_TRACES_EXPORTER === 'otlp' ? traces : undefined,
    metrics: settings.OTEL_METRICS_EXPORTER === 'otlp' ? metrics : undefined,
  }
  return endpoints.traces || endpoints.metrics ? endpoints : undefined
}
