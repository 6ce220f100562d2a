export { sandboxApps } from './oauth-apps.ts'
export { startSandbox, type Sandbox, type SandboxOptions } from './start.ts'
export type { SeedCounts } from './seed/counts.ts'
