import type { CatalogueEntry } from '@platform/connector'
import type { ProviderInfo } from '@platform/contract'
import type { Caller } from '@platform/kernel/access/caller'

/**
 * Returns the parts of a provider that a caller may see. The operator's own entries contain
 * internal addresses: builders and full keys see everything, the embedded UI sees what its forms
 * need, and others see the name, the logo, the modules and the capabilities of each.
 */
export function showProvider({ info, isOwn }: CatalogueEntry, { kind }: Caller): ProviderInfo {
  if (!isOwn || kind === 'builder' || kind === 'full') return info
  return kind === 'nobody' ? publicPart(info) : { ...publicPart(info), ...pickForms(info) }
}

/** Returns the provider as in lists, which omit what only the pages of a provider show. */
export function toListedProvider({
  app: _app,
  scopes: _scopes,
  signInErrors: _signInErrors,
  ...listed
}: ProviderInfo): ProviderInfo {
  return listed
}

function publicPart(info: ProviderInfo): ProviderInfo {
  const { name, displayName, media, authType, defaultModule, support, modules } = info
  return {
    name,
    ...(displayName !== undefined && { displayName }),
    ...(media && { media }),
    authType,
    baseURL: '',
    defaultModule,
    support,
    ...(modules && {
      modules: Object.fromEntries(
        Object.entries(modules).map(([key, module]) => [
          key,
          { displayName: module.displayName, baseURL: '', support: module.support },
        ]),
      ),
    }),
  }
}

/** Returns the parts that the forms of the embedded UI need. */
function pickForms({
  oauth2Opts,
  apiKeyOpts,
  basicOpts,
  customOpts,
  metadata,
}: ProviderInfo): Partial<ProviderInfo> {
  return {
    ...(oauth2Opts && { oauth2Opts: withoutAddresses(oauth2Opts) }),
    ...(apiKeyOpts && {
      apiKeyOpts: {
        attachmentType: apiKeyOpts.attachmentType,
        ...(apiKeyOpts.docsURL !== undefined && { docsURL: apiKeyOpts.docsURL }),
      },
    }),
    ...(basicOpts && { basicOpts }),
    ...(customOpts && { customOpts: withoutTemplates(customOpts) }),
    ...(metadata?.input && { metadata: { input: metadata.input } }),
  }
}

const withoutAddresses = ({
  grantType,
  explicitScopesRequired,
  explicitWorkspaceRequired,
  docsURL,
}: NonNullable<ProviderInfo['oauth2Opts']>): ProviderInfo['oauth2Opts'] => ({
  grantType,
  tokenURL: '',
  explicitScopesRequired,
  explicitWorkspaceRequired,
  tokenMetadataFields: {},
  ...(docsURL !== undefined && { docsURL }),
})

function withoutTemplates({
  headers,
  queryParams,
  inputs,
  multiStep,
}: NonNullable<ProviderInfo['customOpts']>): ProviderInfo['customOpts'] {
  const blank = ({ name }: { name: string }) => ({ name, valueTemplate: '' })
  return {
    ...(headers && { headers: headers.map(blank) }),
    ...(queryParams && { queryParams: queryParams.map(blank) }),
    ...(inputs && { inputs }),
    ...(multiStep !== undefined && { multiStep }),
  }
}
