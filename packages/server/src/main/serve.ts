import { startPlatform } from './platform.ts'
import { run } from './run.ts'
import { readSettings } from './settings.ts'

/** `npm run serve`: the server alone, as in production. Seeds nothing. */
await run(async () => {
  const role = process.argv.find((argument) => argument.startsWith('--role='))?.slice(7)
  const settings = readSettings({ ...process.env, ...(role && { PLATFORM_ROLE: role }) })
  return startPlatform(settings)
})
