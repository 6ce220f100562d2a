import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  explainDataFolder,
  makeFolder,
  readWhole,
  writeNewFile,
} from '@platform/kernel/db/postgres'
import { parseMasterKeys, type MasterKeys } from '@platform/kernel/secrets'
import { SettingsError } from './settings.ts'

/**
 * Loads the master keys: from `PLATFORM_MASTER_KEY`, else from `<data>/master.key`, which is
 * created at the first start with the embedded PostgreSQL. With an external database the key must
 * be set: a file on one machine would lock the others out.
 */
export async function loadMasterKeys(
  setting: string | undefined,
  { data, mayCreate }: { data: string; mayCreate: boolean },
): Promise<MasterKeys> {
  if (setting !== undefined) return parseMasterKeysFrom(setting, 'PLATFORM_MASTER_KEY')

  const path = join(data, 'master.key')
  const text = await readWhole(path).catch(async (error: NodeJS.ErrnoException) => {
    // If the folder is missing too, the code that creates it reports the error.
    if (error.code === 'ENOTDIR') return undefined
    const explained = await explainDataFolder(path, { cannotBe: 'read', code: error.code })
    throw new SettingsError(explained, { cause: error })
  })
  if (text !== undefined) return parseMasterKeysFrom(text, path)
  if (!mayCreate) {
    throw new SettingsError(
      'PLATFORM_MASTER_KEY is missing: with DATABASE_URL, every process needs the same key. Create one with: openssl rand -base64 32',
    )
  }
  const key = randomBytes(32).toString('base64')
  try {
    await makeFolder(data)
    await writeNewFile(path, `${key}\n`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const explained = await explainDataFolder(data, { cannotBe: 'written', code })
    throw new SettingsError(explained, { cause: error })
  }
  return parseMasterKeysFrom(key, path)
}

function parseMasterKeysFrom(text: string, source: string): MasterKeys {
  try {
    return parseMasterKeys(text)
  } catch (error) {
    throw new SettingsError(`${source}: ${(error as Error).message}`)
  }
}
