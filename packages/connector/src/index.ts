export type * from './connector.ts'
export { ProviderError, type ProviderFailure } from './provider-error.ts'
