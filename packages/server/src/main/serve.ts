import { startPlatform } from './platform.ts'
import { run } from './run.ts'
import { readSettings } from './settings.ts'

/** `npm run serve`: the server alone, as in production. Seeds nothing. */
await run(async () => {
  const settings = readSettings(process.env)
  const role = process.argv.find((argument) => argument.startsWith('--role='))?.slice(7)
  const platform = await startPlatform(
    role ? readSettings({ ...process.env, PLATFORM_ROLE: role }) : settings,
    { isDevelopment: false },
  )
  return { stop: platform.stop, lost: platform.lost }
})
