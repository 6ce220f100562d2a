import type { SandboxProvider } from './provider.ts'

/** An OAuth client, as a builder would register with the provider. */
export interface OAuthApp {
  clientId: string
  clientSecret: string
  /** Shown on the consent page. */
  name: string
  /** Allowed besides loopback addresses. */
  redirectUris: string[]
  /** PEM of its certificate or public key, if it signs assertions instead of using a sign-in. */
  certificate?: string
  /** Scopes of the app; HubSpot requires them in each authorization. Default: all. */
  scopes?: string[]
  /** HubSpot only: scopes that an authorization may contain besides. */
  optionalScopes?: string[]
  /** Created before apps had to be an external client app or a project. */
  isLegacy?: boolean
}

/** The initially existing apps. */
export const sandboxApps = {
  salesforce: { clientId: 'sandbox-salesforce-client', clientSecret: 'sandbox-salesforce-secret' },
  hubspot: { clientId: 'sandbox-hubspot-client', clientSecret: 'sandbox-hubspot-secret' },
} as const satisfies Record<SandboxProvider, { clientId: string; clientSecret: string }>

/** Path of the page that installs the package of the built-in Salesforce app in an organization. */
export const sandboxPackagePath = '/packaging/installPackage.apexp?p0=04tSb0000000001AAA'

const acts = ['read', 'write'] as const

/** Scopes that allow everything that each provider supports here. */
export const sandboxScopes = {
  salesforce: ['api', 'refresh_token'],
  hubspot: [
    'oauth',
    ...['contacts', 'companies', 'deals', 'products', 'line_items', 'custom'].flatMap((object) =>
      acts.flatMap((act) => [`crm.objects.${object}.${act}`, `crm.schemas.${object}.${act}`]),
    ),
    'crm.objects.owners.read',
    'tickets',
  ],
} satisfies Record<SandboxProvider, string[]>

export const listBuiltInApps = (provider: SandboxProvider): OAuthApp[] => [
  { ...sandboxApps[provider], name: 'Sandbox App', redirectUris: [] },
]

const loopbackHosts = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Reports whether a user may be redirected there after consent: loopback at any port, or a
 * registered address.
 */
export function acceptsRedirect(app: OAuthApp, redirectUri: string): boolean {
  if (app.redirectUris.includes(redirectUri)) return true
  const url = URL.parse(redirectUri)
  return url !== null && /^https?:$/.test(url.protocol) && loopbackHosts.test(url.hostname)
}
