import { pino, type DestinationStream } from 'pino'
import { activeTracer } from '@platform/kernel/telemetry/trace'
import { errorInLog } from './process/error-in-log.ts'
import type { Settings } from './settings/settings.ts'

/** Creates the log of a process: JSON lines on standard output, or to another stream. */
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

/** Adds trace IDs to log lines. */
function placeInTrace(): object {
  const context = activeTracer()?.current()
  return context ? { trace_id: context.traceId, span_id: context.spanId } : {}
}
