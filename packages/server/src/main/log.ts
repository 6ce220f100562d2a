import { pino } from 'pino'
import type { Settings } from './settings.ts'

/** The log of a process: JSON lines on standard output. */
export const createLog = ({ PLATFORM_LOG_LEVEL: level }: Pick<Settings, 'PLATFORM_LOG_LEVEL'>) =>
  pino({
    level,
    redact: ['req.headers.authorization', 'req.headers["x-api-key"]', 'req.headers.cookie'],
  })
