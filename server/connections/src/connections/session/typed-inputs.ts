import type { BodyOf, ProviderInfo, updateConnection } from '@platform/contract'
import type { CatalogueEntry } from '@platform/connector'
import { nextRedirect } from '../../provider/auth-steps.ts'

type SchemeInput = NonNullable<NonNullable<ProviderInfo['customOpts']>['inputs']>[number]

/** An input that a person enters or chooses to connect a provider. */
export interface TypedInput {
  name: string
  label: string
  hint?: string | undefined
  docsUrl?: string | undefined
  isSecret: boolean
  /** Whether the entered value may be shown again. */
  isKept: boolean
  options?: SchemeInput['options']
}

/** The inputs of credentials, and their names in a change of the connection. */
export interface TypedCredentials {
  inputs: TypedInput[]
  docsUrl?: string | undefined
  change(values: Record<string, string>): BodyOf<typeof updateConnection>
}

type Field =
  | 'apiKey'
  | 'basicAuth'
  | 'customAuth'
  | 'oauth2ClientCredentials'
  | 'oauth2PasswordCredentials'

/**
 * Returns the inputs to connect a provider, as the embedded UI shows them; undefined if a provider
 * page is used instead or nothing is entered.
 */
export function listTypedCredentials({
  info,
  authSteps,
}: Pick<CatalogueEntry, 'info' | 'authSteps'>): TypedCredentials | undefined {
  const { authType, apiKeyOpts, basicOpts, customOpts, oauth2Opts } = info
  switch (authType) {
    case 'apiKey':
      return oneKey(apiKeyOpts?.docsURL)
    case 'basic':
      return basicOpts?.apiKeyAsBasic
        ? oneKey(basicOpts.docsURL)
        : all('basicAuth', userAndPassword, basicOpts?.docsURL)
    case 'oauth2':
      return ofGrant(oauth2Opts)
    case 'custom': {
      const { inputs = [], headers = [], queryParams = [] } = customOpts ?? {}
      const isLed = authSteps !== undefined && nextRedirect(authSteps, 0) !== undefined
      const isUsable = inputs.length > 0 && headers.length + queryParams.length > 0
      return isUsable && !isLed ? all('customAuth', inputs.map(ofScheme)) : undefined
    }
    default:
      return undefined
  }
}

function ofGrant(oauth2Opts: ProviderInfo['oauth2Opts']): TypedCredentials | undefined {
  switch (oauth2Opts?.grantType) {
    case 'clientCredentials':
      return all('oauth2ClientCredentials', client, oauth2Opts.docsURL)
    case 'password':
      return all('oauth2PasswordCredentials', [...client, ...userAndPassword], oauth2Opts.docsURL)
    default:
      return undefined
  }
}

const all = (field: Field, inputs: TypedInput[], docsUrl?: string): TypedCredentials => ({
  inputs,
  docsUrl,
  change: (values) => ({
    updateMask: [field],
    connection: {
      [field]: Object.fromEntries(inputs.map(({ name }) => [name, values[name] ?? ''])),
    },
  }),
})

const oneKey = (docsUrl: string | undefined): TypedCredentials => ({
  inputs: [{ name: 'apiKey', label: 'API key', isSecret: true, isKept: false }],
  docsUrl,
  change: ({ apiKey }) => ({ updateMask: ['apiKey'], connection: { apiKey } }),
})

const userAndPassword: TypedInput[] = [
  { name: 'username', label: 'Username', isSecret: false, isKept: true },
  { name: 'password', label: 'Password', isSecret: true, isKept: false },
]
const client: TypedInput[] = [
  { name: 'clientId', label: 'Client ID', isSecret: false, isKept: true },
  { name: 'clientSecret', label: 'Client secret', isSecret: true, isKept: false },
]

const ofScheme = (input: SchemeInput): TypedInput => {
  const { name, displayName, prompt, docsURL, fieldType, options } = input
  return {
    name,
    label: displayName,
    hint: prompt,
    docsUrl: docsURL,
    isSecret: fieldType === 'fieldTypePassword',
    // An undeclared value may be secret.
    isKept: fieldType === 'fieldTypeText' || fieldType === 'fieldTypeSelect',
    ...(fieldType === 'fieldTypeSelect' && { options }),
  }
}
