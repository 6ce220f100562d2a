import type { Schemas } from '@platform/client'

/** Reports whether customers sign in to the provider through an app of the builder. */
export const takesProviderApp = ({
  oauth2Opts,
  customOpts,
}: Pick<Schemas['ProviderInfo'], 'oauth2Opts' | 'customOpts'>): boolean =>
  oauth2Opts?.grantType.startsWith('authorizationCode') === true ||
  (customOpts?.providerInputs ?? []).length > 0
