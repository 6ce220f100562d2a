import type { Config, EventId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { storeDownload } from '@platform/delivery/downloads/downloads'
import type { Services } from '@platform/kernel/services'
import { toConfig } from './installation-record.ts'
import type { InstallationRow } from './store.ts'

const maxInlineBytes = 100_000

/**
 * Returns the configuration for an event with this ID: inline if small, otherwise as the URL of a
 * download.
 */
export async function configForEvent(
  services: Services,
  tx: Db,
  row: InstallationRow,
  eventId: EventId,
): Promise<{ config: Config } | { configURL: string }> {
  const config = toConfig(row)
  const body = JSON.stringify(config)
  if (Buffer.byteLength(body) <= maxInlineBytes) return { config }
  const { projectId } = row
  return { configURL: await storeDownload(services, tx, { projectId, eventId, body }) }
}
