import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings, SettingsError } from '@platform/program'
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

it('keeps answering while it drains, and lets no caller keep its connection', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quickstart-'))
  const running = await startQuickstart(
    readSettings({
      PLATFORM_DATA: folder,
      PLATFORM_DEVELOPMENT: 'true',
      PLATFORM_LOG_LEVEL: 'silent',
      PLATFORM_DRAIN_SECONDS: '60',
      PLATFORM_PORT: '0',
      PLATFORM_DEMO_PORT: '0',
      PLATFORM_SANDBOX_SALESFORCE_PORT: '0',
      PLATFORM_SANDBOX_HUBSPOT_PORT: '0',
    }),
  )
  onTestFinished(async () => {
    await running.stop()
    await rm(folder, { recursive: true })
  })
  const { baseUrl } = running.quickstart
  const ask = async (path: string) => {
    const { status, headers } = await fetch(baseUrl + path)
    return { status, connection: headers.get('connection') }
  }
  expect(await ask('/readyz')).toMatchObject({ status: 200 })

  void running.drain()

  expect(await ask('/readyz')).toMatchObject({ status: 503 })
  expect(await ask('/v1/openapi.json')).toMatchObject({ connection: 'close' })
})
