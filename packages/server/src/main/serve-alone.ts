import { giveBackMemoryOfStart } from './memory.ts'
import { startPlatform } from './platform.ts'
import { run } from './run.ts'
import { readSettings } from './settings.ts'
import { createSetupToken } from './setup.ts'

await run(async () => {
  const role = process.argv.find((argument) => argument.startsWith('--role='))?.slice(7)
  const settings = readSettings({ ...process.env, ...(role && { PLATFORM_ROLE: role }) })
  const platform = await startPlatform(settings)
  const { database, services, url } = platform
  const token = url && (await createSetupToken(database))
  if (token) {
    services.log.warn(
      `Nobody owns an organization yet. Set the platform up at ${url}/setup?token=${token}`,
    )
  }
  giveBackMemoryOfStart()
  return platform
})
