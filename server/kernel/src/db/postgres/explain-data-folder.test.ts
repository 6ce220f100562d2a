import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stat } from 'node:fs/promises'
import { expect, it, vi } from 'vitest'
import { explainDataFolder } from './explain-data-folder.ts'

it('names the setting, the owner and the user of the process', async () => {
  vi.spyOn(process, 'geteuid').mockReturnValue(65_532)
  const folder = join(tmpdir(), 'none', 'data')
  const { uid } = await stat(tmpdir())

  const explained = await explainDataFolder(folder, { cannotBe: 'written', code: 'EACCES' })

  expect(explained).toBe(
    `PLATFORM_DATA: ${folder} cannot be written (EACCES): ${tmpdir()} belongs to user ${uid}, and this process runs as user 65532. Change the owner or the permissions of the data folder, or choose another with PLATFORM_DATA.`,
  )
})
