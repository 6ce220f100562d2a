import type { OAuth2Dialect } from '@platform/connector'
import type { ProviderInfo } from '@platform/contract'

/** What holds for a provider of which nothing else is known. */
const plain: OAuth2Dialect = {
  clientAuthentication: 'body',
  pkce: 'unsupported',
  scopeSeparator: ' ',
  tokenRequestFormat: 'form',
  refreshTokens: 'static',
}

const basic = { clientAuthentication: 'basic' } as const
const rotating = { refreshTokens: 'rotating' } as const
const commas = { scopeSeparator: ',' } as const

/**
 * Where a provider departs from `plain` and from what its grant type says. One line per provider,
 * in alphabetical order.
 */
const departures: Readonly<Record<string, Partial<OAuth2Dialect>>> = {
  airtable: { ...basic, ...rotating, pkce: 'required' },
  asana: { pkce: 'supported' },
  atlassian: rotating,
  attio: { refreshTokens: 'none' },
  basecamp: {
    tokenParams: { type: 'web_server' },
    refreshParams: { type: 'refresh' },
  },
  bitbucket: basic,
  box: rotating,
  calendly: rotating,
  clickup: { refreshTokens: 'none' },
  close: rotating,
  discord: rotating,
  docusign: { ...basic, ...rotating },
  docusignDeveloper: { ...basic, ...rotating },
  dynamicsBusinessCentral: rotating,
  dynamicsCRM: rotating,
  figma: { ...basic, ...commas, refreshURL: 'https://api.figma.com/v1/oauth/refresh' },
  front: { ...basic, ...rotating },
  github: { refreshTokens: 'none' },
  gong: { ...basic, ...rotating },
  gorgias: basic,
  gusto: rotating,
  gustoDemo: rotating,
  intercom: { refreshTokens: 'none' },
  keap: { ...basic, ...rotating },
  klaviyo: { ...basic, pkce: 'required' },
  lever: rotating,
  leverSandbox: rotating,
  linear: { ...rotating, ...commas },
  microsoft: rotating,
  netsuite: { ...basic, pkce: 'supported' },
  notion: { ...basic, refreshTokens: 'none', tokenRequestFormat: 'json' },
  okta: { ...rotating, pkce: 'supported' },
  outreach: rotating,
  pipedrive: { ...basic, ...rotating },
  quickbooks: { ...basic, ...rotating },
  quickbooksSandbox: { ...basic, ...rotating },
  ringCentral: { ...basic, ...rotating },
  // Replies name no lifetime: the organization's session timeout decides, two hours unless changed.
  salesforce: {
    assumedLifetimeSeconds: 7200,
    baseURLField: 'instance_url',
    account: { in: 'providerConsumerRef', pattern: /\/id\/(00D\w{12})/ },
  },
  salesloft: rotating,
  sellsy: rotating,
  shopify: { ...commas, refreshTokens: 'none' },
  slack: { ...commas, refreshTokens: 'none' },
  smartsheet: rotating,
  square: { tokenRequestFormat: 'json' },
  squareSandbox: { tokenRequestFormat: 'json' },
  wrike: { ...rotating, ...commas },
  xero: rotating,
  zoho: commas,
  zoom: { ...basic, ...rotating, ...commas },
}

/** How this provider speaks OAuth 2; undefined when it does not. */
export function dialectOf(info: ProviderInfo): OAuth2Dialect | undefined {
  if (!info.oauth2Opts) return undefined

  const { grantType } = info.oauth2Opts
  return {
    ...plain,
    ...(grantType === 'authorizationCodePKCE' && { pkce: 'supported' }),
    ...(grantType === 'clientCredentials' && { refreshTokens: 'none' }),
    ...departures[info.name],
  }
}
