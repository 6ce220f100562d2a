export type * from './catalogue-entry.ts'
export type * from './connector.ts'
export { parseFieldPath, valueAt } from './field-path.ts'
export { ProviderError, type ProviderFailure } from './provider-error.ts'
