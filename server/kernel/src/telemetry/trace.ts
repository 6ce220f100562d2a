import { AsyncLocalStorage } from 'node:async_hooks'
import { hash, randomBytes } from 'node:crypto'

/** Position in a trace: https://www.w3.org/TR/trace-context/. */
export interface TraceContext {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  /** Unsampled spans and their children are not exported. */
  isSampled: boolean
}

/** A finished piece of work. It must contain no secret and no record data. */
export interface Span {
  context: TraceContext
  name: string
  kind: 'internal' | 'server' | 'client'
  startMs: number
  endMs: number
  attributes: Record<string, string | number | undefined>
  /** Class of the error, if it failed. */
  errorType?: string | undefined
}

/** Tracing if enabled: see `tracer.ts`, which is only loaded then. */
export interface Tracer {
  /** Returns the trace context of the caller. */
  current(): TraceContext | undefined
  /** Runs `work`, and everything it calls, in this trace context. */
  within<T>(context: TraceContext, work: () => T): T
  /** Creates a child context, or starts a trace, whose ID is derived from `seed` if set. */
  begin(parent: TraceContext | undefined, seed?: string): TraceContext
  /** Moves the caller's span, which is not exported yet, into the trace of this header. */
  join(traceparent: string): void
  record(span: Span): void
}

let active: Tracer | undefined

/** Turns tracing of this process on or off. */
export function traceBy(tracer: Tracer | undefined): void {
  active = tracer
}

/** Undefined in a process without tracing. */
export const activeTracer = (): Tracer | undefined => active

/**
 * Returns the caller's trace context as a header, to be stored for later work; undefined without
 * tracing.
 */
export function traceparentNow(): string | undefined {
  const context = active?.current()
  return context?.isSampled ? formatTraceparent(context) : undefined
}

/**
 * Returns a new span context below that of the header, to be exported by the caller; undefined
 * without tracing.
 */
export function placeBelow(traceparent: string | undefined): TraceContext | undefined {
  const parent = parseTraceparent(traceparent)
  return parent && active?.begin({ ...parent, parentSpanId: undefined })
}

type Begun = Pick<Span, 'name' | 'attributes'> & { kind?: Span['kind'] }

/** Runs `work` as a child span; `ended` describes its outcome. */
export async function inSpan<T>(
  { name, attributes, kind = 'internal' }: Begun,
  work: () => Promise<T>,
  ended: (result: T) => Partial<Pick<Span, 'attributes' | 'errorType'>> = () => ({}),
): Promise<T> {
  const tracer = active
  const parent = tracer?.current()
  if (!tracer || !parent?.isSampled) return work()
  return runWithin(tracer, tracer.begin(parent), { name, attributes, kind }, work, ended)
}

/** Runs `work` in the trace of the header, or in a new one. */
export async function continueTrace<T>(
  traceparent: string | undefined,
  begun: Begun,
  work: () => Promise<T>,
): Promise<T> {
  const tracer = active
  if (!tracer) return work()
  const context = placeBelow(traceparent) ?? tracer.begin(undefined)
  return runWithin(tracer, context, { kind: 'internal', ...begun }, work, () => ({}))
}

async function runWithin<T>(
  tracer: Tracer,
  context: TraceContext,
  begun: Pick<Span, 'name' | 'kind' | 'attributes'>,
  work: () => Promise<T>,
  ended: (result: T) => Partial<Pick<Span, 'attributes' | 'errorType'>>,
): Promise<T> {
  const span = { context, ...begun, startMs: Date.now() }
  try {
    const result = await tracer.within(context, work)
    const { attributes, errorType } = ended(result)
    tracer.record({
      ...span,
      endMs: Date.now(),
      attributes: { ...span.attributes, ...attributes },
      errorType,
    })
    return result
  } catch (error) {
    const errorType = error instanceof Error ? error.name : 'error'
    tracer.record({ ...span, endMs: Date.now(), errorType })
    throw error
  }
}

export const formatTraceparent = ({ traceId, spanId }: TraceContext) => `00-${traceId}-${spanId}-01`

/** Parses the header; undefined if it is invalid by the specification. */
export function parseTraceparent(
  text: string | null | undefined,
): Pick<TraceContext, 'traceId' | 'spanId' | 'isSampled'> | undefined {
  const parts = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(text ?? '')
  const [, version = 'ff', traceId = '', spanId = '', flags = '', more] = parts ?? []
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (parseInt(flags, 16) & 1) === 1 }
}

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
