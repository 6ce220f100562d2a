export type { Quickstart } from './quickstart-file.ts'
export { startQuickstart, type RunningQuickstart } from './start.ts'
