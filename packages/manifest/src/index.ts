export { blankComments } from '@platform/contract/json-comments'
export type { ConnectedAccount, FieldOfObject, ManifestContext, MissingField } from './context.ts'
export { findPeriodMistake, maxBackfillDays } from './backfill-period.ts'
export {
  findConfigMistakes,
  findConfiguredDestinations,
  findMissingMappings,
  findTimeMistakes,
  type ConfigContext,
  type ConfigMistake,
} from './check-config.ts'
export { rules, type Finding, type Rule, type Severity } from './finding.ts'
export { manifestJsonSchema } from './json-schema.ts'
export { parseManifest, specVersion, type ParsedManifest } from './parse-manifest.ts'
export { isTimezone, scheduleMistake, shortestIntervalMinutes } from './schedule.ts'
export { didYouMean } from './nearest.ts'
export { describeObjects, findObjectName } from './object-names.ts'
export { needsProviderApp } from './rules/provider.ts'
export { missingFieldInWords } from './rules/read.ts'
export type { AccountObject } from './message-types/field-types.ts'
export {
  describeMessages,
  generatedBy,
  type MessageSchema,
} from './message-types/message-schema.ts'
export { printTypeScript } from './message-types/typescript.ts'
