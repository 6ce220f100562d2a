import type { Settings } from './settings.ts'
import { openForCommand } from './open-database.ts'
import { readSettings } from './settings.ts'

/**
 * `platform migrate`: brings the database up to date and answers what it did, for operators who do
 * that before the servers of the new version start.
 */
export async function migrateServer(
  settings: Settings = readSettings(process.env),
): Promise<{ applied: string[] }> {
  const { applied, close } = await openForCommand(settings)
  await close()
  return { applied }
}
