import { pino } from 'pino'
import { activeTracer } from '../telemetry/trace.ts'
import type { Settings } from './settings.ts'

/** The log of a process: JSON lines on standard output. */
export const createLog = ({ PLATFORM_LOG_LEVEL: level }: Pick<Settings, 'PLATFORM_LOG_LEVEL'>) =>
  pino({
    level,
    mixin: placeInTrace,
    redact: ['req.headers.authorization', 'req.headers["x-api-key"]', 'req.headers.cookie'],
  })

/** By which a line is found from its trace, and the other way round. */
function placeInTrace(): object {
  const context = activeTracer()?.current()
  return context ? { trace_id: context.traceId, span_id: context.spanId } : {}
}
