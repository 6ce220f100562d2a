export type { Quickstart } from './quickstart-file.ts'
export { setUpProject } from './seed.ts'
