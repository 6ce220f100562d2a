import type { CatalogueEntry } from '@platform/connector'

/**
 * The provider's domains that cannot be derived from its URLs: if a value of the connection is the
 * host or its end, and where a token reply names the host. In alphabetical order.
 *
 * Of what can be hosted anywhere it is the vendor's own cloud; operators add where theirs is.
 */
const additionalDomains: Readonly<Record<string, readonly string[]>> = {
  coupa: ['coupahost.com', 'coupacloud.com'],
  datadog: ['datadoghq.com', 'datadoghq.eu', 'ddog-gov.com'],
  discourse: ['discourse.group', 'trydiscourse.com'],
  docusign: ['docusign.net'],
  eloqua: ['eloqua.com'],
  emailBison: ['emailbison.com'],
  gong: ['gong.io'],
  kaseyaVSAX: ['vsax.net'],
  loxo: ['loxo.co'],
  odoo: ['odoo.com'],
  salesforce: ['salesforce.com', 'salesforce.mil', 'sfcrmproducts.cn'],
  sugarCRM: ['sugarondemand.com', 'sugaropencloud.com', 'sugaropencloud.eu'],
  talkdesk: [
    'talkdeskapp.com',
    'talkdeskapp.eu',
    'talkdeskappca.com',
    'talkdeskid.com',
    'talkdeskid.eu',
    'talkdeskidca.com',
  ],
  vtiger: ['vtiger.com'],
  // Shops of the vendor's own hosting.
  wooCommerce: ['wpcomstaging.com', 'wordpress.com'],
  zoho: ofZoho('zohoapis', 'zoho', 'manageengine'),
  zohoBooks: ofZoho('zohoapis', 'zoho'),
  zohoDesk: ofZoho('zoho'),
}

/** The domains of Zoho's data centres by these names. */
function ofZoho(...names: string[]): string[] {
  const regions = ['com', 'eu', 'in', 'com.au', 'com.cn', 'jp', 'sa']
  return regions.flatMap((region) => names.map((name) => `${name}.${region}`))
}

/** Members of an entry that contain its URLs. */
type Declared = Pick<CatalogueEntry, 'info' | 'oauth2' | 'authSteps'>

const stepsOf = ({ authSteps }: Declared, wanted: 'request' | 'redirect'): string[] =>
  (authSteps?.steps ?? []).flatMap((step) =>
    'url' in step && step.kind === wanted ? [step.url] : [],
  )

/** Every address of the provider that a credential is sent to, with its variables. */
export const credentialTemplates = (entry: Declared): string[] =>
  [
    entry.info.baseURL,
    ...Object.values(entry.info.modules ?? {}).map(({ baseURL }) => baseURL),
    entry.info.oauth2Opts?.tokenURL,
    entry.oauth2?.refreshURL,
    ...stepsOf(entry, 'request'),
  ].filter((template) => template !== undefined)

/** Every address of the provider, with its variables. */
export const addressTemplates = (entry: Declared): string[] => [
  ...credentialTemplates(entry),
  ...[entry.info.oauth2Opts?.authURL, entry.info.authHealthCheck?.url].filter(
    (url) => url !== undefined,
  ),
  ...stepsOf(entry, 'redirect'),
]

/** What of a template's host no value can change: `https://{{workspace}}.zendesk.com` → `zendesk.com`. */
function fixedDomain(template: string): string[] {
  const [, scheme, host] = /^(https?:\/\/)([^/?#]*)/.exec(template) ?? []
  if (!scheme || !host || host.endsWith('}}')) return []
  const domain = host.includes('}}')
    ? host.slice(host.indexOf('.', host.lastIndexOf('}}')) + 1)
    : URL.parse(scheme + host)?.hostname
  return domain ? [scheme === 'http://' ? scheme + domain : domain] : []
}

/**
 * The domains that the provider's credentials may be sent to, each with all below it. `http://`
 * before one allows plain http there, which only addresses of an operator ask for.
 */
export function ownDomains(
  entry: Declared,
  { added = [] }: { added?: readonly string[] } = {},
): string[] {
  const declared = addressTemplates(entry).flatMap(fixedDomain)
  return [...new Set([...declared, ...(additionalDomains[entry.info.name] ?? []), ...added])]
}

/** Whether the address is of one of these domains. `*`, which only operators can set, matches any. */
export const isBelow = (domains: readonly string[], { protocol, hostname }: URL): boolean =>
  domains.some((entry) => {
    const isPlain = entry.startsWith('http://')
    const domain = isPlain ? entry.slice('http://'.length) : entry
    if (protocol !== 'https:' && !(protocol === 'http:' && isPlain)) return false
    return domain === '*' || hostname === domain || hostname.endsWith(`.${domain}`)
  })
