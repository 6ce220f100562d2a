export { createTenant, type Tenant } from './main/bootstrap.ts'
export { createLog, startPlatform, type Platform, type PlatformOptions } from './main/platform.ts'
export { run } from './main/run.ts'
export { readSettings, SettingsError, type Settings } from './main/settings.ts'
