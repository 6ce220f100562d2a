import { rotateKeys } from '../secrets/rotate-keys.ts'
import { loadMasterKeys } from './master-key.ts'
import { openForCommand } from './open-database.ts'
import { readSettings } from './settings.ts'

/** `npx platform keys rotate`: shows its progress on a terminal, and answers what it did. */
export async function rotateKeysOfServer(): Promise<{ masterKey: string; rotated: number }> {
  const settings = readSettings(process.env)
  const masterKeys = await loadMasterKeys(settings.PLATFORM_MASTER_KEY, {
    data: settings.PLATFORM_DATA,
    mayCreate: false,
  })
  const { database, close } = await openForCommand(settings)
  try {
    const { rotated } = await rotateKeys(database, masterKeys, showProgress)
    return { masterKey: masterKeys.current.id, rotated }
  } finally {
    await close()
  }
}

function showProgress(done: number, total: number): void {
  const { stderr } = process
  if (!stderr.isTTY || total === 0) return
  const filled = Math.floor((done / total) * 30)
  stderr.write(`\r[${'='.repeat(filled)}${' '.repeat(30 - filled)}] ${done}/${total} keys`)
  if (done === total) stderr.write('\n')
}
