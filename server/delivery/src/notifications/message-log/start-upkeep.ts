import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Database } from '@platform/kernel/db/database'
import { repeatUntil } from '@platform/kernel/values'
import { createLogUpkeep } from './log-upkeep.ts'
import { MessageLogError, type LogUsage, type MessageLog } from './message-log.ts'
import { watchLogUsage } from './metrics.ts'
import type { StreamClaims } from './stream-claims.ts'

const againMs = 60_000

export interface RunningUpkeep {
  stop(): Promise<void>
}

/** Keeps the log in step with PostgreSQL once a minute, and measures it. */
export function startLogUpkeep(parts: {
  database: Database
  log: MessageLog
  use: 'on' | 'drain'
  retentionDays: number
  logger: Logger
  registry: Registry
  claims: StreamClaims
}): RunningUpkeep {
  const { log, use, logger, registry } = parts
  const upkeep = createLogUpkeep(parts)
  const stopping = new AbortController()
  let usage: LogUsage | undefined
  let isDrained = false
  watchLogUsage(registry, () => usage)

  const round = async () => {
    try {
      usage = await log.usage()
      await upkeep.removeErased()
      await upkeep.sweep()
      await upkeep.expire()
      if (use === 'drain' && !isDrained && (await upkeep.drain())) {
        isDrained = true
        logger.info('all messages are in PostgreSQL: remove PLATFORM_LOG and PLATFORM_LOG_DRAIN')
      }
    } catch (error) {
      if (error instanceof MessageLogError && error.reason === 'settings') {
        logger.error({ err: error }, 'the upkeep of the message log is rejected')
        return againMs
      }
      const isLog = error instanceof MessageLogError
      logger.warn(
        { err: error },
        isLog
          ? 'the message log does not answer; its upkeep waits'
          : 'the upkeep of the message log failed; retrying',
      )
    }
    return againMs
  }
  const rounds = repeatUntil(stopping.signal, round, { ref: false })
  return {
    async stop() {
      stopping.abort()
      await rounds.ended
    },
  }
}
