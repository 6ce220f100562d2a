import { rotateKeys } from '@platform/kernel/secrets'
import { loadMasterKeys } from './settings/master-key.ts'
import { openForCommand } from './storage/open-database.ts'
import { showProgress } from './show-progress.ts'
import { readSettings } from './settings/settings.ts'

/**
 * `platform keys rotate`: prints progress to standard error and returns the result. At SIGINT it
 * stops after the current key.
 */
export async function rotateKeysOfServer(): Promise<{
  masterKey: string
  rotated: number
  left: number
}> {
  const settings = readSettings(process.env)
  const masterKeys = await loadMasterKeys(settings.PLATFORM_MASTER_KEY, {
    data: settings.PLATFORM_DATA,
    mayCreate: false,
  })
  const { database, close } = await openForCommand(settings)
  const interrupt = new AbortController()
  const abort = () => interrupt.abort()
  process.on('SIGINT', abort)
  try {
    const { rotated, left } = await rotateKeys(database, masterKeys, {
      onProgress: showProgress(process.stderr),
      signal: interrupt.signal,
    })
    if (left > 0 && process.stderr.isTTY) process.stderr.write('\n')
    return { masterKey: masterKeys.current.id, rotated, left }
  } finally {
    process.off('SIGINT', abort)
    await close()
  }
}
