export * from './associations.ts'
export { getCapabilities, type Capabilities } from './capabilities.ts'
export type * from './catalogue-entry.ts'
export type * from './connector.ts'
export type * from './custom-fields.ts'
export { cutDeepValues, hasCutValue } from './deep-values.ts'
export { hasDotSegments } from './dot-segments.ts'
export { parseFieldPath, getValueAt } from './field-path.ts'
export {
  findInexactNumber,
  isInexact,
  maxJsonDepth,
  parseExactly,
  TooDeepError,
} from './parse-exactly.ts'
export type * from './objects.ts'
export { loopTurn } from './loop-turn.ts'
export * from './provider-client.ts'
export { ProviderError, type ProviderErrorDetails, type ProviderFailure } from './provider-error.ts'
export type * from './rate-limit.ts'
export type * from './read.ts'
export { parseRetryAfter } from './retry-after.ts'
export * from './record-filter.ts'
export * from './subscribe.ts'
export type * from './write.ts'
