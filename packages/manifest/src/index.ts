export type { ManifestContext } from './context.ts'
export { rules, type Finding, type Rule, type Severity } from './finding.ts'
export { manifestJsonSchema } from './json-schema.ts'
export { parseManifest, specVersion, type ParsedManifest } from './parse-manifest.ts'
