import type { CatalogueEntry } from '@platform/connector'

/**
 * Domains of providers that cannot be derived from their URLs, because a value of the connection is
 * the host or its end, or a token reply contains it. In alphabetical order. For products that can
 * be self-hosted, only the vendor's own cloud is listed; operators add their own domains.
 */
const additionalDomains: Readonly<Record<string, readonly string[]>> = {
  amplitude: ['amplitude.com'],
  braze: ['braze.com', 'braze.eu'],
  coupa: ['coupahost.com', 'coupacloud.com'],
  customerDataPipelines: ['customer.io'],
  customerJourneysApp: ['customer.io'],
  customerJourneysTrack: ['customer.io'],
  databricks: ['databricks.com', 'azuredatabricks.net'],
  datadog: ['datadoghq.com', 'datadoghq.eu', 'ddog-gov.com'],
  discourse: ['discourse.group', 'trydiscourse.com'],
  docusign: ['docusign.net'],
  eloqua: ['eloqua.com'],
  emailBison: ['emailbison.com'],
  gong: ['gong.io'],
  insightly: ['insightly.com'],
  iterable: ['iterable.com'],
  kaseyaVSAX: ['vsax.net'],
  loxo: ['loxo.co'],
  mixpanel: ['mixpanel.com'],
  odoo: ['odoo.com'],
  okta: ['okta.com', 'oktapreview.com', 'okta-emea.com'],
  pagerDuty: ['pagerduty.com'],
  pagerDutyOAuth: ['pagerduty.com'],
  salesforce: ['salesforce.com', 'salesforce.mil', 'sfcrmproducts.cn'],
  segment: ['segmentapis.com'],
  sendGrid: ['sendgrid.com'],
  smartsheet: ['smartsheet.com', 'smartsheet.eu', 'smartsheet.au'],
  sugarCRM: ['sugarondemand.com', 'sugaropencloud.com', 'sugaropencloud.eu'],
  surveyMonkey: ['surveymonkey.com', 'surveymonkey.ca'],
  talkdesk: [
    'talkdeskapp.com',
    'talkdeskapp.eu',
    'talkdeskappca.com',
    'talkdeskid.com',
    'talkdeskid.eu',
    'talkdeskidca.com',
  ],
  typeform: ['typeform.com'],
  vtiger: ['vtiger.com'],
  // Shops hosted by the vendor.
  wooCommerce: ['wpcomstaging.com', 'wordpress.com'],
  wooCommerceSignIn: ['wpcomstaging.com', 'wordpress.com'],
  wrike: ['wrike.com'],
  zoho: ofZoho('zohoapis', 'zoho', 'manageengine'),
  zohoBooks: ofZoho('zohoapis', 'zoho'),
  zohoDesk: ofZoho('zoho'),
}

/** Returns the domains of Zoho's data centers with these names. */
function ofZoho(...names: string[]): string[] {
  const regions = ['com', 'eu', 'in', 'com.au', 'com.cn', 'jp', 'sa']
  return regions.flatMap((region) => names.map((name) => `${name}.${region}`))
}

/** Members of an entry that contain its URLs. */
type Declared = Pick<CatalogueEntry, 'info' | 'oauth2' | 'authSteps'>

const listSteps = ({ authSteps }: Declared, wanted: 'request' | 'redirect'): string[] =>
  (authSteps?.steps ?? []).flatMap((step) =>
    'url' in step && step.kind === wanted ? [step.url] : [],
  )

/** Returns every URL of the provider that credentials are sent to, with its variables. */
export const credentialTemplates = (entry: Declared): string[] =>
  [
    entry.info.baseURL,
    ...Object.values(entry.info.modules ?? {}).map(({ baseURL }) => baseURL),
    entry.info.oauth2Opts?.tokenURL,
    entry.oauth2?.refreshURL,
    ...listSteps(entry, 'request'),
  ].filter((template) => template !== undefined)

/** Returns every URL of the provider, with its variables. */
export const addressTemplates = (entry: Declared): string[] => [
  ...credentialTemplates(entry),
  ...[entry.info.oauth2Opts?.authURL, entry.info.authHealthCheck?.url].filter(
    (url) => url !== undefined,
  ),
  ...listSteps(entry, 'redirect'),
]

/**
 * Returns the part of a template's host that no value can change:
 * `https://{{workspace}}.zendesk.com` → `zendesk.com`.
 */
function getFixedDomain(template: string): string[] {
  const [, scheme, host] = /^(https?:\/\/)([^/?#]*)/.exec(template) ?? []
  if (!scheme || !host || host.endsWith('}}')) return []
  const domain = host.includes('}}')
    ? host.slice(host.indexOf('.', host.lastIndexOf('}}')) + 1)
    : URL.parse(scheme + host)?.hostname
  return domain ? [scheme === 'http://' ? scheme + domain : domain] : []
}

/**
 * Returns the domains that the provider's credentials may be sent to, each including its
 * subdomains. The prefix `http://` allows plain HTTP there, which only URLs of an operator use.
 */
export function ownDomains(
  entry: Declared,
  { added = [] }: { added?: readonly string[] } = {},
): string[] {
  const declared = addressTemplates(entry).flatMap(getFixedDomain)
  return [...new Set([...declared, ...(additionalDomains[entry.info.name] ?? []), ...added])]
}

/**
 * Reports whether the URL belongs to one of these domains. `*`, which only operators can set,
 * matches any.
 */
export const isBelow = (domains: readonly string[], { protocol, hostname }: URL): boolean =>
  domains.some((entry) => {
    const isPlain = entry.startsWith('http://')
    const domain = isPlain ? entry.slice('http://'.length) : entry
    if (protocol !== 'https:' && !(protocol === 'http:' && isPlain)) return false
    return domain === '*' || hostname === domain || hostname.endsWith(`.${domain}`)
  })
