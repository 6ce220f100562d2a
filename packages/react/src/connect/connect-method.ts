import type { GenerateConnectionRequest, ProviderInfo, ProviderMetadata } from '../wire.ts'

/** A text that the user has to give before the provider can be connected. */
export interface ConnectInput {
  name: string
  label: string
  hint?: string
  docsUrl?: string
  initialValue?: string
  isSecret?: boolean
  options?: { value: string; label: string }[]
}

/** How a provider is connected: through its own sign-in page, or by credentials typed here. */
export type ConnectMethod =
  | { kind: 'oauth'; metadata: ConnectInput[] }
  | { kind: 'credentials'; metadata: ConnectInput[]; credentials: ConnectInput[]; docsUrl?: string }
  | { kind: 'unsupported' }

export function connectMethod(provider: ProviderInfo, module?: string): ConnectMethod {
  const metadata = metadataInputs(provider, module)
  const typed = (credentials: ConnectInput[], docsUrl?: string): ConnectMethod => ({
    kind: 'credentials',
    metadata,
    credentials,
    docsUrl,
  })

  switch (provider.authType) {
    case 'oauth2':
      switch (provider.oauth2Opts?.grantType) {
        case 'clientCredentials':
          return typed(clientCredentials, provider.oauth2Opts.docsURL)
        case 'password':
          return typed([...clientCredentials, ...userAndPassword], provider.oauth2Opts.docsURL)
        default:
          return { kind: 'oauth', metadata }
      }
    case 'apiKey':
      return typed(apiKey, provider.apiKeyOpts?.docsURL)
    case 'basic':
      return typed(
        provider.basicOpts?.apiKeyAsBasic ? apiKey : userAndPassword,
        provider.basicOpts?.docsURL,
      )
    case 'custom':
      if (provider.customOpts?.multiStep) return { kind: 'unsupported' }
      return typed(customInputs(provider))
    case 'none':
      return typed([])
    default:
      return { kind: 'unsupported' }
  }
}

/** The part of the request that carries what the user typed. */
export function credentialsOf(
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

export function metadataOf(
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

function metadataInputs(
  { metadata, oauth2Opts, defaultModule }: ProviderInfo,
  module = defaultModule,
): ConnectInput[] {
  const inputs = (metadata?.input ?? [])
    .filter(({ moduleDependencies }) => !moduleDependencies || module in moduleDependencies)
    .map(({ name, displayName, prompt, defaultValue, docsURL }) => ({
      name,
      label: displayName ?? name,
      hint: prompt,
      initialValue: defaultValue,
      docsUrl: docsURL,
    }))

  const needsWorkspace = oauth2Opts?.explicitWorkspaceRequired && !metadata?.input?.length
  return needsWorkspace ? [{ name: 'workspace', label: 'Workspace' }, ...inputs] : inputs
}

const customInputs = ({ customOpts }: ProviderInfo): ConnectInput[] =>
  (customOpts?.inputs ?? []).map(({ name, displayName, prompt, docsURL, fieldType, options }) => ({
    name,
    label: displayName,
    hint: prompt,
    docsUrl: docsURL,
    isSecret: fieldType === 'fieldTypePassword',
    ...(fieldType === 'fieldTypeSelect' && { options }),
  }))

const apiKey: ConnectInput[] = [{ name: 'apiKey', label: 'API key', isSecret: true }]
const userAndPassword: ConnectInput[] = [
  { name: 'username', label: 'User name' },
  { name: 'password', label: 'Password', isSecret: true },
]
const clientCredentials: ConnectInput[] = [
  { name: 'clientId', label: 'Client ID' },
  { name: 'clientSecret', label: 'Client secret', isSecret: true },
]
