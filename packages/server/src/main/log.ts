import { pino, type DestinationStream } from 'pino'
import { activeTracer } from '@platform/kernel/telemetry/trace'
import { errorInLog } from './error-in-log.ts'
import type { Settings } from './settings.ts'

/** The log of a process: JSON lines, on standard output unless they are to go elsewhere. */
export const createLog = (
  { PLATFORM_LOG_LEVEL: level }: Pick<Settings, 'PLATFORM_LOG_LEVEL'>,
  output?: DestinationStream,
) =>
  pino(
    {
      level,
      mixin: placeInTrace,
      serializers: { err: errorInLog },
      redact: ['req.headers.authorization', 'req.headers["x-api-key"]', 'req.headers.cookie'],
    },
    output,
  )

/** By which a line is found from its trace, and the other way round. */
function placeInTrace(): object {
  const context = activeTracer()?.current()
  return context ? { trace_id: context.traceId, span_id: context.spanId } : {}
}
