export { buildDocs, docsFolder, docsSecurityPolicy } from './build.ts'
