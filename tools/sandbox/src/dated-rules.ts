/**
 * Days since which the providers refuse what they accepted before. Sources: HubSpot's changelog
 * (legacy-public-app-creation-sunset, v1-oauth-api-deprecation,
 * legacy-apis-and-legacy-apps-whats-going-unsupported-and-when) and its page "Developer platform and
 * API versioning"; Salesforce's help articles 005132365 and 005228017, and "Secure Your Connected
 * Apps and External Client Apps".
 */
export const ruleDays = {
  /** Salesforce: nobody can authorize an app that is not installed in their organization. */
  appsMustBeInstalled: '2025-09-02',
  /**
   * Salesforce: external client apps, with PKCE, rotating refresh tokens and the idle limit. HubSpot:
   * apps are projects, and an authorization must fit the scopes of the project.
   */
  newApps: '2026-06-23',
} as const

/**
 * Days after which paths of HubSpot are no longer supported. HubSpot announces no reply for them: the
 * sandbox replies as to an unknown path. Dated versions are supported for 18 months.
 */
const hubspotEndings: readonly { path: RegExp; since: string }[] = [
  { path: /^\/oauth\/v1\//, since: '2027-02-16' },
  { path: /^\/crm\/v4\//, since: '2027-03-30' },
  {
    path: /^\/(crm\/v3|crm-object-schemas\/v3|account-info\/v3|integrations\/v1|oauth\/v3|webhooks\/v3)\//,
    since: '2027-09-01',
  },
  { path: /\/2026-03(\/|$)/, since: '2027-09-30' },
  { path: /\/2026-09(\/|$)/, since: '2028-03-08' },
]

const hubspotBeginnings: typeof hubspotEndings = [
  { path: /\/2026-03(\/|$)/, since: '2026-03-30' },
  { path: /\/2026-09(\/|$)/, since: '2026-09-08' },
]

/** Reports whether HubSpot supports a path on a day, such as `2027-04-01`. */
export const isHubspotPathSupported = (url: string, day: string): boolean => {
  const path = url.replace(/\?.*$/s, '')
  const matches = (one: { path: RegExp }) => one.path.test(path)
  return (
    !hubspotEndings.some((ending) => day >= ending.since && matches(ending)) &&
    !hubspotBeginnings.some((beginning) => day < beginning.since && matches(beginning))
  )
}

/** Days after which an unused refresh token of Salesforce expires. */
export const maxIdleDays = 30

const monthOrDay = /^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/

/** Returns the last moment of a month or day in UTC; undefined if it is neither. */
export function parseAsOf(text: string): number | undefined {
  if (!monthOrDay.test(text)) return undefined
  const [year = 0, month = 1, day] = text.split('-').map(Number)
  return (day === undefined ? Date.UTC(year, month, 1) : Date.UTC(year, month - 1, day + 1)) - 1
}
