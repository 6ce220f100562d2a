import type { CatalogueEntry } from '@platform/connector'
import type { Catalogue } from '@platform/connectors'
import type { ProviderInfo } from '@platform/contract'
import type { Caller } from '@platform/kernel/access'
import { asDocument } from '@platform/kernel/http/documents'

/**
 * Returns the parts of a provider that a caller may see. The operator's own entries contain
 * internal addresses: builders and full keys see everything, the embedded UI sees what its forms
 * need, and others see the name, the logo, the modules and the capabilities of each.
 */
export const showProvider = (entry: CatalogueEntry, caller: Caller): ProviderInfo =>
  showPart(entry, chooseShownPart(caller))

type ShownPart = 'all' | 'forms' | 'public'

function chooseShownPart({ kind }: Caller): ShownPart {
  if (kind === 'builder' || kind === 'full') return 'all'
  return kind === 'nobody' ? 'public' : 'forms'
}

function showPart({ info, isOwn }: CatalogueEntry, part: ShownPart): ProviderInfo {
  if (!isOwn || part === 'all') return info
  return part === 'public' ? publicPart(info) : { ...publicPart(info), ...pickForms(info) }
}

/**
 * Returns a function that lists the providers for a caller. Anybody may ask for the list, which is
 * large, so each of its forms is made once.
 */
export function createProviderList(catalogue: Catalogue): (caller: Caller) => ProviderList {
  const lists = new Map<ShownPart, ProviderList>()
  return (caller) => {
    const part = chooseShownPart(caller)
    const list = lists.get(part) ?? asDocument(listProviders(catalogue, part))
    lists.set(part, list)
    return list
  }
}

type ProviderList = Record<string, ProviderInfo>

const listProviders = (catalogue: Catalogue, part: ShownPart): ProviderList =>
  Object.fromEntries(
    Object.entries(catalogue).map(([name, entry]) => [
      name,
      toListedProvider(showPart(entry, part)),
    ]),
  )

/** Returns the provider as in lists, which omit what only the pages of a provider show. */
function toListedProvider({
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
