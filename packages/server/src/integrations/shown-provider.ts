import type { CatalogueEntry } from '@platform/connector'
import type { ProviderInfo } from '@platform/contract'
import type { Caller } from '../access/caller.ts'

/**
 * Returns what a caller may know of a provider. Entries of the operator name addresses inside the
 * operator's network: builders and full keys see them whole, the embedded UI sees what its forms ask
 * for, and anybody sees the name, the logo, the modules and what can be done with each.
 */
export function shownProvider({ info, isOwn }: CatalogueEntry, { kind }: Caller): ProviderInfo {
  if (!isOwn || kind === 'builder' || kind === 'full') return info
  return kind === 'nobody' ? publicPart(info) : { ...publicPart(info), ...formsOf(info) }
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

/** What the forms of the embedded UI are made of. */
function formsOf({
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
