export type { Quickstart } from './quickstart-file.ts'
export { sandboxProviders } from './sandbox-providers.ts'
export { setUpProject } from './seed.ts'
