import { timeOfId } from '@platform/kernel/db/new-id'
import type { OperationRow } from '@platform/installations/operations/operations'
import {
  activeTracer,
  parseTraceparent,
  type TraceContext,
  type Tracer,
} from '@platform/kernel/telemetry/trace'

/**
 * Returns the trace context of a run, identical in all processes: that of the request that started
 * it, or its own.
 */
function makeTraceContext(tracer: Tracer, { id, traceparent }: OperationRow): TraceContext {
  const parent = parseTraceparent(traceparent)
  return tracer.begin(parent && { ...parent, parentSpanId: undefined }, id)
}

/** Runs a part of the operation in its trace. */
export function inRun<T>(operation: OperationRow, work: () => T): T {
  const tracer = activeTracer()
  return tracer ? tracer.within(makeTraceContext(tracer, operation), work) : work()
}

/** Exports the span of the run once it has ended. */
export function traceRun(
  operation: OperationRow,
  outcome: { status: 'success' } | { status: 'failure'; cause: string },
): void {
  const tracer = activeTracer()
  tracer?.record({
    context: makeTraceContext(tracer, operation),
    name: `read ${operation.objectName}`,
    kind: 'internal',
    startMs: timeOfId(operation.id),
    endMs: Date.now(),
    attributes: {
      'platform.project_id': operation.projectId,
      'platform.operation_id': operation.id,
      'platform.installation_id': operation.installationId,
      'platform.object_name': operation.objectName,
      'platform.read_type': operation.readType ?? undefined,
    },
    errorType: outcome.status === 'failure' ? outcome.cause : undefined,
  })
}
