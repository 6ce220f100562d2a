import type { Settings } from '../settings/settings.ts'
import { migrateAll, openForCommand } from './open-database.ts'
import { readSettings } from '../settings/settings.ts'

/**
 * `platform migrate`: migrates the database and returns the applied migrations, for operators who
 * migrate before they start servers of the new version.
 */
export async function migrateServer(
  settings: Settings = readSettings(process.env),
): Promise<{ applied: string[] }> {
  const { applied, close } = await openForCommand(settings, (database) =>
    migrateAll(database, {
      info: (about, message) => process.stderr.write(`${message} ${JSON.stringify(about)}\n`),
    }),
  )
  await close()
  return { applied }
}
