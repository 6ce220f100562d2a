import type { Schemas } from './schemas.ts'

/** Returns the page of the provider that lists its scopes. */
export const getScopesPage = ({
  name,
  docsURL,
  oauth2Opts,
}: Pick<Schemas['ProviderInfo'], 'name' | 'docsURL' | 'oauth2Opts'>): string | undefined =>
  scopesPages[name] ?? oauth2Opts?.docsURL ?? docsURL

const scopesPages: Record<string, string> = {
  hubspot:
    'https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/scopes',
}
