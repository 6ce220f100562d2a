import { ProviderInfo } from '@platform/contract'
import { describe, expect, it } from 'vitest'
import { baseURLOf, catalogue, findProvider, loadCatalogue, withDefaults } from './catalogue.ts'
import { resolveTemplate, templateVariables } from './template.ts'

const entries = Object.entries(catalogue)

describe('the catalogue', () => {
  it('has more than two hundred providers', () => {
    expect(entries.length).toBeGreaterThanOrEqual(238)
  })

  it.each(entries)('describes %s validly', (name, { info, oauth2 }) => {
    expect(ProviderInfo.strict().parse(info)).toEqual(info)
    expect(info.name).toBe(name)
    expect(oauth2 !== undefined).toBe(info.authType === 'oauth2')
    expect(info.apiKeyOpts !== undefined).toBe(info.authType === 'apiKey')
    if (info.modules) expect(info.modules).toHaveProperty(info.defaultModule)
  })

  it.each(entries)('has for %s only addresses that lead somewhere safe', (_, entry) => {
    const { info, trustedDomains } = entry
    const addresses = [
      info.baseURL,
      info.oauth2Opts?.authURL,
      info.oauth2Opts?.tokenURL,
      entry.oauth2?.refreshURL,
      info.authHealthCheck?.url,
      ...Object.values(info.modules ?? {}).map(({ baseURL }) => baseURL),
    ].filter((address) => address !== undefined)

    for (const address of addresses) {
      const variables = templateVariables(address)
      const plain = Object.fromEntries(variables.map((name) => [name, 'acme']))
      const resolved = resolveAs(address, { ...plain, ...withDefaults(info, {}) }, trustedDomains)
      expect(URL.parse(resolved)?.protocol).toBe('https:')
    }
  })

  it('finds a provider by its name, and nothing by what every object inherits', () => {
    expect(findProvider('salesforce')?.connector?.provider).toBe('salesforce')
    expect(findProvider('sendGrid')?.info.apiKeyOpts?.header?.valuePrefix).toBe('Bearer ')
    expect(findProvider('toString')).toBeUndefined()
    expect(findProvider('acme')).toBeUndefined()
  })

  it("takes Salesforce's base URL from the token reply once there is one", () => {
    const { salesforce } = catalogue

    expect(baseURLOf(salesforce!, { workspace: 'acme' })).toBe('https://acme.my.salesforce.com')
    expect(
      baseURLOf(salesforce!, {
        workspace: 'acme',
        instance_url: 'https://acme2.my.salesforce.com/',
      }),
    ).toBe('https://acme2.my.salesforce.com')
  })

  it('completes inputs by their default values', () => {
    expect(baseURLOf(catalogue.zoho!, {})).toBe('https://www.zohoapis.com')
    expect(baseURLOf(catalogue.zoho!, { region: 'eu' })).toBe('https://www.zohoapis.eu')
  })

  it('is loaded in a moment', () => {
    const begin = performance.now()
    loadCatalogue()

    expect(performance.now() - begin).toBeLessThan(20)
  })
})

/** Fills an address in as somebody with a self-hosted or trusted host would. */
function resolveAs(
  address: string,
  values: Record<string, string>,
  trustedDomains: readonly string[] | undefined,
): string {
  const [, scheme, name] = /^(https:\/\/)?\{\{(\w+)\}\}(?=[/?#]|$)/.exec(address) ?? []
  const host = `api.${trustedDomains?.[0] ?? 'acme.test'}`
  const whole = name && { [name]: scheme ? host : `https://${host}` }
  return resolveTemplate(address, { ...values, ...whole }, { trustedDomains })
}
