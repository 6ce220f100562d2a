import { startPlatform } from './platform.ts'
import { run } from './run.ts'
import { readSettings } from './settings.ts'
import { createSetupToken } from './setup.ts'

/** `npm run serve`: the server alone, as in production. Seeds nothing. */
await run(async () => {
  const role = process.argv.find((argument) => argument.startsWith('--role='))?.slice(7)
  const settings = readSettings({ ...process.env, ...(role && { PLATFORM_ROLE: role }) })
  const platform = await startPlatform(settings)
  const { database, publicUrl, log } = platform.services
  const token = platform.url && (await createSetupToken(database))
  if (token) {
    log.warn(`Nobody has an account yet. Set the platform up at ${publicUrl}/setup?token=${token}`)
  }
  return platform
})
