import { ProviderInfo } from '@platform/contract'
import { describe, expect, it } from 'vitest'
import { findFaults } from '../declarative/schema/find-faults.ts'
import { pickDeclaration, ProviderEntry } from '../declarative/schema/entry.ts'
import { requireValue } from '../require-value.ts'
import {
  providerBaseUrl,
  baseURLOf,
  catalogue,
  catalogueEntry,
  catalogueWith,
  getEntryFile,
  findProvider,
  loadCatalogue,
  listAllowedOrigins,
} from './catalogue.ts'
import { addressTemplates } from './own-domains.ts'
import { sampleValues } from './sample-values.ts'
import { TemplateError, templateVariables } from './template.ts'

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

  it('documents missing deletions and the number of subscribed objects', () => {
    const { salesforce, hubspot, asana } = catalogue

    expect(salesforce?.info.support.subscribeSupport?.objectsAtMost).toBe(5)
    expect(hubspot?.info.support.subscribeSupport?.objectsAtMost).toBeUndefined()
    expect(salesforce?.info.support.readSupport).toMatchObject({
      ...{ withoutDeletions: [], associations: {} },
    })
    expect(salesforce?.info.support.readSupport?.filterOperators).toContain('contains')
    expect(hubspot?.info.support.readSupport?.filterOperators).not.toContain('contains')
    expect(asana?.info.support.readSupport).not.toHaveProperty('filterOperators')
    // Tasks outside of projects are not listed; projects are, so a daily check finds their deletions.
    expect(asana?.info.support.readSupport?.withoutDeletions).toContain('tasks')
    expect(asana?.info.support.readSupport?.withoutDeletions).not.toContain('projects')
    for (const [, { info, connector }] of entries) {
      for (const name of info.support.readSupport?.withoutDeletions ?? []) {
        expect(connector?.hidesRecords?.(name)).toBeTruthy()
      }
    }
  })

  it('lists the objects that can be written but not read', () => {
    const { brevo, salesforce } = catalogue

    expect(brevo?.info.support.readSupport?.writesOnly).toContain('couponCollections')
    expect(salesforce?.info.support.readSupport).not.toHaveProperty('writesOnly')
    for (const [, { info, connector }] of entries) {
      const known = Object.entries(connector?.knownObjects?.() ?? {})
      const withoutRead = known.filter(([, { read }]) => !read).map(([name]) => name)
      expect(info.support.readSupport?.writesOnly ?? []).toEqual(withoutRead)
    }
  })

  it.each(entries)('has a file for %s that follows the schema', (_, entry) => {
    const { error } = ProviderEntry.safeParse(getEntryFile(entry))

    expect(error?.issues ?? []).toEqual([])
  })

  it('reads lists only below objects that are read', () => {
    const faults = entries.flatMap(([provider, entry]) =>
      findFaults(pickDeclaration(getEntryFile(entry) ?? {})).map((fault) => ({
        provider,
        ...fault,
      })),
    )

    expect(faults).toEqual([])
  })

  it('sends every value that it looks up after the sign-in, or recognizes events by it', () => {
    const unsent = entries.flatMap(([name, entry]) => {
      const file = requireValue(getEntryFile(entry))
      if (!file.objects) return []
      const text = JSON.stringify([file.baseURL, pickDeclaration(file)])
      const account = file.appWebhooks?.account.connection
      const values = Object.keys(file.lookup?.values ?? {}).filter((one) => one !== account)
      return values.filter((value) => !text.includes(`{{${value}}}`)).map((one) => [name, one])
    })

    expect(unsent).toEqual([])
  })

  it('sends no placeholders of documentation', () => {
    const example = /…|\byes\|no\b|\(optional\)|^YYYY-MM-DD/
    const found = entries.flatMap(([provider, entry]) =>
      Object.entries(getEntryFile(entry)?.objects ?? {}).flatMap(([object, { read }]) =>
        listTexts([read?.query, read?.body])
          .filter((text) => example.test(text))
          .map((text) => ({ provider, object, text })),
      ),
    )

    expect(found).toEqual([])
  })

  it.each(entries)(
    'only lists URLs of %s at its own domains',
    { tags: 'credential-targets' },
    (_, entry) => {
      for (const template of addressTemplates(entry)) {
        const address = providerBaseUrl(entry, template, sampleValues(entry, [template]))

        expect(URL.parse(address)?.protocol).toBe('https:')
      }
    },
  )

  it.each(entries)(
    'sends a credential of %s to no host that a value names',
    { tags: 'credential-targets' },
    (_, entry) => {
      const { info, oauth2 } = entry
      const templates = addressTemplates(entry)
      const captured = oauth2?.baseURLField ? [`{{${oauth2.baseURLField}}}`] : []
      const fromTokenReplies = (info.oauth2Opts?.tokenMetadataFields.otherFields ?? []).map(
        ({ name }) => name,
      )

      for (const template of [...templates, ...captured]) {
        const names = [...templateVariables(template), ...fromTokenReplies]
        for (const name of names) {
          for (const value of hostile) {
            const values = { ...sampleValues(entry, [template]), [name]: value }
            const reached = [
              attempt(() => providerBaseUrl(entry, template, values)),
              attempt(() => baseURLOf(entry, values)),
              ...listAllowedOrigins(entry, values),
            ].flatMap((address) => (address ? [new URL(address)] : []))

            for (const { protocol, hostname } of reached) {
              expect(protocol).toBe('https:')
              expect(hostname).not.toMatch(/evil\.example$|^[\d.]+$|^\[|^localhost$/)
            }
          }
        }
      }
    },
  )

  it('finds a provider by its name, and none by inherited properties', () => {
    expect(findProvider('salesforce')?.connector?.provider).toBe('salesforce')
    expect(findProvider('sendGrid')?.info.apiKeyOpts?.header?.valuePrefix).toBe('Bearer ')
    expect(findProvider('toString')).toBeUndefined()
    expect(findProvider('acme')).toBeUndefined()
  })

  it('lists capabilities of this server for each provider, not those of the provider', () => {
    const everything = {
      proxy: true,
      read: true,
      write: true,
      delete: true,
      subscribe: true,
      customFields: true,
      search: { operators: { equals: true } },
      bulkWrite: { insert: true, update: true, upsert: true, delete: true },
    }

    expect(requireValue(catalogue.salesforce).info.support).toMatchObject(everything)
    expect(requireValue(catalogue.hubspot).info.support).toMatchObject(everything)
    for (const [name, { connector, info }] of entries) {
      if (connector) continue
      const { support } = info
      expect(JSON.stringify([name, { ...support, proxy: false }])).not.toContain('true')
    }
    for (const [module, { support }] of Object.entries(
      requireValue(catalogue.salesforce).info.modules ?? {},
    )) {
      expect([module, support.read]).toEqual([module, module === 'crm'])
    }
  })

  it('lists the same capabilities for the provider and its default module', () => {
    const withModules = entries.flatMap(([name, { info }]) => {
      const own = info.modules?.[info.defaultModule]
      return own ? [{ name, own: own.support, provider: info.support }] : []
    })

    expect(withModules.map(({ name }) => name)).toContain('atlassian')
    for (const { name, own, provider } of withModules) {
      expect([name, own]).toEqual([name, provider])
      expect([name, own.proxy]).toEqual([name, true])
    }
  })

  it('documents paging and rate limits if known', () => {
    const { salesforce, hubspot, pipedrive, sendGrid } = catalogue

    expect(requireValue(salesforce).info.rateLimits).toEqual([
      { calls: 15_000, perSeconds: 86_400, sharedBy: 'account' },
    ])
    expect(requireValue(hubspot).info.paging).toEqual({
      style: 'cursor',
      sizeParam: 'limit',
      maxSize: 100,
    })
    expect(requireValue(pipedrive).info).toMatchObject({
      paging: { style: 'offset' },
      rateLimits: [{ calls: 5, perSeconds: 1 }],
    })
    expect(requireValue(sendGrid).info).not.toHaveProperty('paging')
    expect(requireValue(sendGrid).info).not.toHaveProperty('rateLimits')
    expect(entries.filter(([, { info }]) => info.paging).length).toBeGreaterThan(60)
  })

  it("takes Salesforce's base URL from the token reply once there is one", () => {
    const { salesforce } = catalogue

    expect(baseURLOf(requireValue(salesforce), { workspace: 'acme' })).toBe(
      'https://acme.my.salesforce.com',
    )
    expect(
      baseURLOf(requireValue(salesforce), {
        workspace: 'acme',
        instance_url: 'https://acme2.my.salesforce.com/',
      }),
    ).toBe('https://acme2.my.salesforce.com')
  })

  it("takes no base URL from a token reply that is not the provider's", () => {
    const { salesforce } = catalogue

    for (const instance_url of ['https://evil.example', 'http://acme.my.salesforce.com']) {
      expect(() =>
        baseURLOf(requireValue(salesforce), { workspace: 'acme', instance_url }),
      ).toThrow('is not a trusted address of Salesforce')
    }
  })

  it('completes inputs by their default values', () => {
    expect(baseURLOf(requireValue(catalogue.zoho), {})).toBe('https://www.zohoapis.com')
    expect(baseURLOf(requireValue(catalogue.zoho), { region: 'eu' })).toBe(
      'https://www.zohoapis.eu',
    )
  })

  it('reads at least 95 providers and writes at least 85', () => {
    const can = (what: 'read' | 'write') =>
      entries.filter(([, { info }]) => info.support[what]).length

    expect(can('read')).toBeGreaterThanOrEqual(95)
    expect(can('write')).toBeGreaterThanOrEqual(85)
  })

  it.each(entries)('lists the level of verification of each capability of %s', (_, { info }) => {
    const { support, proof = {} } = info
    const { read, write, subscribe, customFields = false } = support
    const abilities = { read, write, delete: support.delete, subscribe, customFields }

    for (const [name, isThere] of Object.entries(abilities)) {
      expect([name, Object.hasOwn(proof, name)]).toEqual([name, isThere])
    }
  })

  it('uses the levels of a file, and claims no missing capability', () => {
    const file = requireValue(getEntryFile(requireValue(catalogue.front)))

    const { info } = catalogueEntry({ ...file, proof: { read: 'live', subscribe: 'live' } })

    expect(info.proof).toMatchObject({ read: 'live', readByPath: 'unverified' })
    expect(info.proof).not.toHaveProperty('subscribe')
  })

  it('reads the file of an entry when the entry is first used', () => {
    const loads = [1, 2, 3].map(() => {
      const before = process.threadCpuUsage()
      const loaded = loadCatalogue()
      return { loaded, ms: process.threadCpuUsage(before).user / 1000 }
    })
    const { loaded } = requireValue(loads[0])

    const beforeAll = process.threadCpuUsage()
    Object.values(requireValue(loads[1]).loaded).map((entry) => entry?.info.displayName)
    const allMs = process.threadCpuUsage(beforeAll).user / 1000

    expect(Math.min(...loads.map(({ ms }) => ms))).toBeLessThan(allMs / 4)
    expect(Object.getOwnPropertyDescriptor(loaded, 'zoho')?.get).toBeDefined()
    expect(requireValue(loaded.zoho).info.displayName).toBe('Zoho')
    expect(loaded.zoho).toBe(loaded.zoho)
    const copied = catalogueWith(loaded, {})
    expect(Object.getOwnPropertyDescriptor(copied, 'zuora')?.get).toBeDefined()
  })
})

const hostile = [
  'evil.example',
  'https://evil.example',
  'http://evil.example',
  '//evil.example',
  'evil.example/',
  'evil.example?',
  'evil.example#',
  String.raw`evil.example\a`,
  'evil.example:443',
  'x@evil.example',
  'x:y@evil.example/',
  'evil.example%2f',
  'evil.example%00',
  'evil.example\u0000',
  'evil.example／',
  'evil.example。',
  'com.evil.example',
  'https://salesforce.com.evil.example',
  'https://salesforce.com@evil.example',
  'https://evil.example/salesforce.com',
  'https://127.0.0.1',
  '127.0.0.1',
  '2130706433',
  '[::1]',
  'localhost',
  'x\r\nhost: evil.example',
  '{{workspace}}',
  '',
]

function attempt(address: () => string): string | undefined {
  try {
    return address()
  } catch (error) {
    expect(error).toBeInstanceOf(TemplateError)
    return undefined
  }
}

/** Strings in a JSON value. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}

it('takes no rules of another entry that the file excludes', () => {
  const { connector } = requireValue(catalogue['slackUser'])

  // Slack sends an event of a private channel once per workspace, whoever of its users may see it.
  expect(connector?.subscribing).toBeUndefined()
  expect(connector?.knownObjects?.()).toMatchObject({ conversations: { read: {} } })
})
