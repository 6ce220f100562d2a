import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { explainDataFolder, makeFolder } from '@platform/kernel/db/postgres'
import { SettingsError } from '../settings/settings.ts'

/**
 * Creates the data folder, if it does not exist.
 * @throws SettingsError if this process cannot write there
 */
export async function ensureDataFolder(data: string): Promise<void> {
  try {
    await makeFolder(data, { mode: 0o700 })
    await access(data, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const explained = await explainDataFolder(data, { cannotBe: 'written', code })
    throw new SettingsError(explained, { cause: error })
  }
}
