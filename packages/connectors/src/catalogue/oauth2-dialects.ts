import type { ProviderOAuth2 } from '@platform/connector'
import type { Oauth2Dialect, ProviderInfo } from '@platform/contract'

/** Defaults for a provider without known deviations. */
const plain: ProviderOAuth2 = {
  clientAuthentication: 'body',
  pkce: 'unsupported',
  scopeSeparator: ' ',
  tokenRequestFormat: 'form',
  refreshTokens: 'static',
  // Codes of RFC 6749, section 5.2, and unambiguous synonyms.
  grantEndedBy: [
    'invalid_grant',
    'bad_refresh_token',
    'invalid_refresh_token',
    'refresh_token_expired',
  ],
  clientRefusedBy: ['invalid_client', 'unauthorized_client'],
}

/** Standard OAuth 2 error codes. */
export const refusalCodes = {
  grantEndedBy: plain.grantEndedBy,
  clientRefusedBy: plain.clientRefusedBy,
}

const basic = { clientAuthentication: 'basic' } as const
const rotating = { refreshTokens: 'rotating' } as const
const commas = { scopeSeparator: ',' } as const

/** Microsoft requires a sign-in when another provider reports an ended grant. */
const microsoft = {
  ...rotating,
  pkce: 'supported',
  grantEndedBy: ['interaction_required', 'consent_required'],
} as const satisfies Partial<ProviderOAuth2>

const google = {
  pkce: 'supported',
  clientRefusedBy: ['deleted_client'],
} as const satisfies Partial<ProviderOAuth2>

/** The vendor's client sends the type of account with each token request. */
const highLevel = {
  ...rotating,
  tokenParams: { user_type: 'Location' },
  refreshParams: { user_type: 'Location' },
}

const slack = {
  ...commas,
  refreshTokens: 'none',
  grantEndedBy: ['token_revoked', 'token_expired', 'account_inactive'],
  clientRefusedBy: ['invalid_client_id', 'bad_client_secret'],
} as const satisfies Partial<ProviderOAuth2>

const zoho = {
  ...commas,
  grantEndedBy: ['invalid_code'],
  clientRefusedBy: ['invalid_client_secret'],
}

/**
 * Deviations from `plain` and from the defaults of the grant type; error codes are added to the
 * standard ones. One line per provider, in alphabetical order.
 */
const departures: Readonly<Record<string, Partial<ProviderOAuth2>>> = {
  aircallOAuth: { refreshTokens: 'none' },
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
  confluence: rotating,
  concur: rotating,
  constantContact: { refreshTokens: 'rotating', pkce: 'supported' },
  copperOAuth: { refreshTokens: 'none' },
  databricks: basic,
  deel: { ...basic, ...rotating },
  deelSandbox: { ...basic, ...rotating },
  discord: rotating,
  docusign: { ...basic, ...rotating },
  docusignDeveloper: { ...basic, ...rotating },
  dropbox: { pkce: 'supported' },
  dropboxSign: { sendsState: true, refreshURL: 'https://app.hellosign.com/oauth/token?refresh' },
  dynamicsBusinessCentral: microsoft,
  dynamicsCRM: microsoft,
  eloqua: { ...basic, ...rotating, tokenRequestFormat: 'json' },
  entraID: microsoft,
  figma: { ...basic, ...commas, refreshURL: 'https://api.figma.com/v1/oauth/refresh' },
  freshBooks: rotating,
  frontOAuth: { ...basic, ...rotating },
  github: { refreshTokens: 'none', clientRefusedBy: ['incorrect_client_credentials'] },
  gitlabOAuth: rotating,
  gong: { ...basic, ...rotating },
  google,
  googleAds: google,
  googleAnalytics: google,
  googleDrive: google,
  googleSheets: google,
  gorgias: basic,
  greenhouse: { ...basic, ...rotating, assumedLifetimeSeconds: 3600 },
  greenhouseM2M: { ...basic, assumedLifetimeSeconds: 3600 },
  gusto: rotating,
  gustoDemo: rotating,
  highLevelStandard: highLevel,
  highLevelWhiteLabel: highLevel,
  helpScoutMailboxOAuth: rotating,
  // The status contains the code: {"status":"BAD_REFRESH_TOKEN","message":"…"}.
  hubspot: { clientRefusedBy: ['bad_client_id', 'bad_client_secret'] },
  instagram: {
    ...commas,
    // The token is no longer valid.
    grantEndedBy: ['190'],
    // Documented below `data`, and returned at the top level.
    tokenPath: 'data.0',
    longLivedTokens: {
      exchange: {
        url: 'https://graph.instagram.com/access_token',
        grantType: 'ig_exchange_token',
        tokenParam: 'access_token',
        clientParams: ['client_secret'],
      },
      renewal: {
        url: 'https://graph.instagram.com/refresh_access_token',
        grantType: 'ig_refresh_token',
        tokenParam: 'access_token',
      },
    },
  },
  intercom: { refreshTokens: 'none' },
  keap: { ...basic, ...rotating },
  klaviyo: { ...basic, pkce: 'required' },
  lever: rotating,
  leverSandbox: rotating,
  linear: { ...rotating, ...commas, pkce: 'supported' },
  mailchimp: { refreshTokens: 'none' },
  meta: {
    refreshTokens: 'none',
    grantEndedBy: ['190'],
    longLivedTokens: {
      exchange: {
        url: 'https://graph.facebook.com/v27.0/oauth/access_token',
        grantType: 'fb_exchange_token',
        tokenParam: 'fb_exchange_token',
        clientParams: ['client_id', 'client_secret'],
      },
    },
  },
  microsoft,
  mondayOAuth: { ...rotating, pkce: 'required' },
  netsuite: { ...basic, pkce: 'supported' },
  notion: { ...basic, ...rotating, tokenRequestFormat: 'json' },
  okta: { ...rotating, pkce: 'supported' },
  onedrive: microsoft,
  outlook: microsoft,
  outreach: rotating,
  payPal: basic,
  payPalSandBox: basic,
  // Apps registered before 2025-09-25 receive renewable refresh tokens only on request.
  pinterest: { ...basic, ...rotating, ...commas, tokenParams: { continuous_refresh: 'true' } },
  pipedrive: { ...basic, ...rotating },
  quickbooks: { ...basic, ...rotating },
  quickbooksSandbox: { ...basic, ...rotating },
  ramp: basic,
  rampDemo: basic,
  redditAds: basic,
  ringCentral: { ...basic, ...rotating },
  sageIntacct: rotating,
  // Replies contain no lifetime: the organization's session timeout applies, two hours by default.
  salesforce: {
    ...rotating,
    assumedLifetimeSeconds: 7200,
    grantEndedBy: ['inactive_user', 'inactive_org', 'invalid_app_access', 'app_not_found'],
    clientRefusedBy: ['invalid_client_id'],
    baseURLField: 'instance_url',
    account: { in: 'providerConsumerRef', pattern: /\/id\/(00D\w{12})/ },
  },
  salesloft: rotating,
  sellsy: rotating,
  sharepoint: microsoft,
  shopify: {
    ...commas,
    ...rotating,
    tokenParams: { expiring: '1' },
    // Shopify invalidates tokens of public apps that do not expire on 2027-01-01.
    expiryExchange: {
      tokenType: 'urn:shopify:params:oauth:token-type:offline-access-token',
      from: '2026-12-15',
    },
  },
  slack,
  slackUser: { ...slack, scopeParam: 'user_scope', tokenPath: 'authed_user' },
  smartsheet: rotating,
  square: { tokenRequestFormat: 'json' },
  squareSandbox: { tokenRequestFormat: 'json' },
  // The secret key of the app's account is the user name, and replies contain no lifetime.
  stripeOAuth: {
    ...rotating,
    clientAuthentication: 'secretAsUser',
    assumedLifetimeSeconds: 3600,
  },
  surveyMonkey: { refreshTokens: 'none', baseURLField: 'access_url' },
  teams: microsoft,
  trelloOAuth: { ...rotating, tokenRequestFormat: 'json', pkce: 'required' },
  typeform: rotating,
  wrike: { ...rotating, ...commas },
  xero: { ...rotating, pkce: 'supported' },
  zendeskSupport: {
    ...rotating,
    pkce: 'supported',
    // Clients registered before 2026-04-30 issue refresh tokens only if a lifetime is requested.
    tokenParams: { expires_in: '1800' },
    refreshParams: { expires_in: '1800' },
  },
  zoho,
  zohoBooks: zoho,
  zohoDesk: zoho,
  zoom: { ...basic, ...rotating, ...commas },
  zoomInfo: { pkce: 'required' },
}

/**
 * Returns the provider's OAuth 2 dialect; undefined if it does not use OAuth 2. `added` takes
 * precedence.
 */
export function makeDialect(
  info: ProviderInfo,
  added: Partial<Oauth2Dialect> = {},
): ProviderOAuth2 | undefined {
  if (!info.oauth2Opts) return undefined

  const { grantType } = info.oauth2Opts
  const own = departures[info.name]
  const codes = (what: 'grantEndedBy' | 'clientRefusedBy') => [
    ...new Set([plain, own, added].flatMap((dialect) => dialect?.[what] ?? [])),
  ]
  return {
    ...plain,
    ...(grantType === 'authorizationCodePKCE' && { pkce: 'supported' }),
    ...(grantType === 'clientCredentials' && { refreshTokens: 'none' }),
    ...own,
    ...added,
    grantEndedBy: codes('grantEndedBy'),
    clientRefusedBy: codes('clientRefusedBy'),
  }
}
