import { AsyncLocalStorage } from 'node:async_hooks'
import { hash, randomBytes } from 'node:crypto'
import { parseTraceparent, type Span, type TraceContext, type Tracer } from './trace.ts'

/** `OTEL_TRACES_SAMPLER`: which traces are exported. */
export interface Sampler {
  /** Whether the caller's sampling decision applies to what it calls. */
  isParentBased: boolean
  /**
   * Fraction of other traces that are exported, from 0 to 1; every process chooses the same traces.
   */
  share: number
}

/** Creates a tracer that passes sampled spans to `exportSpan`. */
export function createTracer(
  { isParentBased, share }: Sampler,
  exportSpan: (span: Span) => void,
): Tracer {
  const places = new AsyncLocalStorage<TraceContext>()
  const isChosen = (traceId: string) => parseInt(traceId.slice(-8), 16) < share * 2 ** 32
  const isSampled = (traceId: string, parent: { isSampled: boolean } | undefined) =>
    parent && isParentBased ? parent.isSampled : isChosen(traceId)

  return {
    current: () => places.getStore(),
    within: (context, work) => places.run(context, work),
    begin(parent, seed) {
      const digits = seed === undefined ? randomBytes(24).toString('hex') : hash('sha256', seed)
      const traceId = parent?.traceId ?? digits.slice(16, 48)
      return {
        traceId,
        spanId: digits.slice(0, 16),
        parentSpanId: parent?.spanId,
        isSampled: isSampled(traceId, parent),
      }
    },
    join(traceparent) {
      const place = places.getStore()
      const parent = parseTraceparent(traceparent)
      if (!place || !parent) return
      place.traceId = parent.traceId
      place.parentSpanId = parent.spanId
      place.isSampled = isSampled(parent.traceId, parent)
    },
    record(span) {
      if (span.context.isSampled) exportSpan(span)
    },
  }
}
