import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings, SettingsError } from '@platform/server'
import { expect, it, onTestFinished } from 'vitest'
import { startQuickstart } from './start.ts'

it('reports a data folder that cannot be created as the server does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quickstart-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'data')
  await writeFile(file, 'a file where a folder should be')

  const starting = startQuickstart(readSettings({ PLATFORM_DATA: file }))

  await expect(starting).rejects.toThrow(SettingsError)
  await expect(starting).rejects.toThrow(
    `PLATFORM_DATA: ${file} cannot be written (EEXIST). Change the owner or the permissions`,
  )
})
