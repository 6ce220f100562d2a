import type {
  Connection,
  GenerateConnectionRequest,
  ProviderInfo,
  ProviderMetadata,
} from '../config/wire.ts'
import { toLabel } from '../words/label.ts'
import type { WordKey } from '../words/words.ts'

/** A value that the user must enter to connect the provider. */
export interface ConnectInput {
  name: string
  /** The provider's label, or the key of a text. */
  label: string | { word: LabelWord }
  hint?: string
  docsUrl?: string
  initialValue?: string
  isSecret?: boolean
  options?: { value: string; label: string }[]
}

export type LabelWord = Extract<
  WordKey,
  'apiKey' | 'userName' | 'password' | 'clientId' | 'clientSecret' | 'workspace'
>

/** How a provider is connected: through its own sign-in page, or with credentials entered here. */
export type ConnectMethod =
  | { kind: 'oauth'; metadata: ConnectInput[]; isCustom?: boolean }
  | {
      kind: 'credentials'
      metadata: ConnectInput[]
      credentials: ConnectInput[]
      docsUrl?: string
      /** Whether the provider has its own scheme, which may include a page of the provider. */
      isCustom?: boolean
    }
  | { kind: 'unsupported' }

export function connectMethod(provider: ProviderInfo, module?: string): ConnectMethod {
  const metadata = metadataInputs(provider, module)
  const makeTypedMethod = (credentials: ConnectInput[], docsUrl?: string): ConnectMethod => ({
    kind: 'credentials',
    metadata,
    credentials,
    docsUrl,
  })

  switch (provider.authType) {
    case 'oauth2':
      switch (provider.oauth2Opts?.grantType) {
        case 'clientCredentials':
          return makeTypedMethod(clientCredentials, provider.oauth2Opts.docsURL)
        case 'password':
          return makeTypedMethod(
            [...clientCredentials, ...userAndPassword],
            provider.oauth2Opts.docsURL,
          )
        default:
          return { kind: 'oauth', metadata }
      }
    case 'apiKey':
      return makeTypedMethod(apiKey, provider.apiKeyOpts?.docsURL)
    case 'basic':
      return makeTypedMethod(
        provider.basicOpts?.apiKeyAsBasic ? apiKey : userAndPassword,
        provider.basicOpts?.docsURL,
      )
    case 'custom': {
      const { headers = [], queryParams = [], multiStep } = provider.customOpts ?? {}
      const inputs = customInputs(provider)
      if (headers.length + queryParams.length === 0) return { kind: 'unsupported' }
      if (multiStep && inputs.length === 0) return { kind: 'oauth', metadata, isCustom: true }
      return { kind: 'credentials', metadata, credentials: inputs, isCustom: true }
    }
    case 'none':
      return makeTypedMethod([])
    default:
      return { kind: 'unsupported' }
  }
}

/** Returns the part of the request with the user's input. */
export function toCredentials(
  provider: ProviderInfo,
  values: Record<string, string>,
): Partial<GenerateConnectionRequest> {
  const { clientId = '', clientSecret = '', username = '', password = '' } = values
  switch (provider.authType) {
    case 'oauth2':
      return provider.oauth2Opts?.grantType === 'password'
        ? { oauth2PasswordCredentials: { clientId, clientSecret, username, password } }
        : { oauth2ClientCredentials: { clientId, clientSecret } }
    case 'apiKey':
      return { apiKey: values.apiKey }
    case 'basic':
      return provider.basicOpts?.apiKeyAsBasic
        ? { apiKey: values.apiKey }
        : { basicAuth: { username, password } }
    case 'custom':
      return {
        customAuth: Object.fromEntries(
          customInputs(provider).map(({ name }) => [name, values[name] ?? '']),
        ),
      }
    default:
      return {}
  }
}

export function toProviderMetadata(
  inputs: ConnectInput[],
  values: Record<string, string>,
): { providerMetadata?: ProviderMetadata; providerWorkspaceRef?: string } {
  if (!inputs.length) return {}
  const given = inputs.map(({ name }) => [
    name,
    { value: values[name]?.trim() ?? '', source: 'input' as const },
  ])
  return {
    providerMetadata: Object.fromEntries(given),
    ...(values.workspace && { providerWorkspaceRef: values.workspace.trim() }),
  }
}

/**
 * Returns the metadata that the module needs and the connection lacks, with known values filled in.
 */
export function missingMetadata(
  provider: ProviderInfo,
  connection: Pick<Connection, 'providerMetadata' | 'providerWorkspaceRef'>,
  module?: string,
): ConnectInput[] {
  const findKnownValue = (name: string) =>
    connection.providerMetadata?.[name]?.value ||
    (name === 'workspace' ? connection.providerWorkspaceRef : undefined)
  const inputs = metadataInputs(provider, module)
  if (inputs.every(({ name }) => findKnownValue(name))) return []
  return inputs.map((input) => ({
    ...input,
    initialValue: findKnownValue(input.name) ?? input.initialValue,
  }))
}

/** Returns the update mask that replaces the credentials; empty if they cannot be replaced. */
export function credentialsMask(
  provider: ProviderInfo,
):
  | 'apiKey'
  | 'basicAuth'
  | 'customAuth'
  | 'oauth2ClientCredentials'
  | 'oauth2PasswordCredentials'
  | undefined {
  switch (provider.authType) {
    case 'oauth2':
      if (provider.oauth2Opts?.grantType === 'password') return 'oauth2PasswordCredentials'
      return provider.oauth2Opts?.grantType === 'clientCredentials'
        ? 'oauth2ClientCredentials'
        : undefined
    case 'apiKey':
      return 'apiKey'
    case 'basic':
      return provider.basicOpts?.apiKeyAsBasic ? 'apiKey' : 'basicAuth'
    case 'custom':
      return customInputs(provider).length > 0 ? 'customAuth' : undefined
    default:
      return undefined
  }
}

function metadataInputs(
  { metadata, oauth2Opts, defaultModule }: ProviderInfo,
  module = defaultModule,
): ConnectInput[] {
  const signsIn = oauth2Opts?.grantType.startsWith('authorizationCode')
  const inputs = (metadata?.input ?? [])
    .filter(({ moduleDependencies }) => !moduleDependencies || module in moduleDependencies)
    .filter(({ redirectParam }) => !signsIn || redirectParam === undefined)
    .map(({ name, displayName, prompt, defaultValue, docsURL }) => ({
      name,
      label: toLabel(name, displayName),
      hint: prompt,
      initialValue: defaultValue,
      docsUrl: docsURL,
    }))

  const needsWorkspace = oauth2Opts?.explicitWorkspaceRequired && !metadata?.input?.length
  return needsWorkspace ? [{ name: 'workspace', label: { word: 'workspace' } }, ...inputs] : inputs
}

const customInputs = ({ customOpts }: ProviderInfo): ConnectInput[] =>
  (customOpts?.inputs ?? []).map(({ name, displayName, prompt, docsURL, fieldType, options }) => ({
    name,
    label: toLabel(name, displayName),
    hint: prompt,
    docsUrl: docsURL,
    isSecret: fieldType === 'fieldTypePassword',
    ...(fieldType === 'fieldTypeSelect' && { options }),
  }))

const apiKey: ConnectInput[] = [{ name: 'apiKey', label: { word: 'apiKey' }, isSecret: true }]
const userAndPassword: ConnectInput[] = [
  { name: 'username', label: { word: 'userName' } },
  { name: 'password', label: { word: 'password' }, isSecret: true },
]
const clientCredentials: ConnectInput[] = [
  { name: 'clientId', label: { word: 'clientId' } },
  { name: 'clientSecret', label: { word: 'clientSecret' }, isSecret: true },
]
