import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import {
  openDatabaseLog,
  type LogOptions,
  type OpenedMessageLog,
} from '@platform/message-log-nats/open-log'
import { MessageLogError } from '@platform/delivery/notifications/message-log/message-log'
import type { FindSlotTenant } from '@platform/kernel/admission'
import type { Database } from '@platform/kernel/db/database'
import { getRetention } from './retention.ts'
import { SettingsError, type Settings } from '../settings/settings.ts'

/** Opens the log of PLATFORM_LOG. It may answer later, but its settings must be correct. */
export async function openMessageLog(
  settings: Settings,
  parts: {
    database: Database
    registry: Registry
    logger: Logger
    findTenant: FindSlotTenant
  },
): Promise<OpenedMessageLog | undefined> {
  const url = settings.PLATFORM_LOG
  if (url === undefined) return undefined
  const systemUrl = settings.PLATFORM_LOG_SYSTEM
  if (systemUrl === undefined) {
    throw new SettingsError(
      'PLATFORM_LOG requires PLATFORM_LOG_SYSTEM: the URL with a user of the system account of NATS.',
    )
  }
  const options: LogOptions = {
    url,
    systemUrl,
    maxBytes: settings.PLATFORM_LOG_BYTES,
    name: settings.PLATFORM_LOG_NAME,
    use: settings.PLATFORM_LOG_DRAIN ? 'drain' : 'on',
    retentionDays: getRetention(settings).messages,
  }
  try {
    return await openDatabaseLog(options, parts)
  } catch (error) {
    throw error instanceof MessageLogError ? new SettingsError(error.message) : error
  }
}
