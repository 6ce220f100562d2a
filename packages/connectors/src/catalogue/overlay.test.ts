import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../require-value.ts'
import { baseURLOf, catalogue, listVerifiedObjects } from './catalogue.ts'
import { TemplateError } from './template.ts'
import { CatalogueError, overlayCatalogue, readOverrides } from './overlay.ts'

const toSandbox = {
  salesforce: {
    baseURL: 'http://127.0.0.1:4010',
    oauth2Opts: {
      authURL: 'http://127.0.0.1:4010/services/oauth2/authorize',
      tokenURL: 'http://127.0.0.1:4010/services/oauth2/token',
      explicitWorkspaceRequired: false,
    },
    metadata: null,
  },
}

describe('overlayCatalogue', () => {
  it('builds an entry that it does not override only once', () => {
    const overlaid = overlayCatalogue(catalogue, toSandbox)

    expect(overlaid['linear']).toBe(overlaid['linear'])
    expect(overlaid['linear']).toBe(catalogue['linear'])
  })

  it('overrides members, keeps their siblings, and does not modify the catalogue', () => {
    const { salesforce } = overlayCatalogue(catalogue, toSandbox)

    expect(requireValue(salesforce).info.oauth2Opts).toMatchObject({
      grantType: 'authorizationCodePKCE',
      tokenURL: 'http://127.0.0.1:4010/services/oauth2/token',
      tokenMetadataFields: { workspaceRefField: 'instance_url' },
    })
    expect(requireValue(salesforce).info.metadata).toBeUndefined()
    expect(requireValue(salesforce).connector).toBe(requireValue(catalogue.salesforce).connector)
    expect(baseURLOf(requireValue(salesforce), {})).toBe('http://127.0.0.1:4010')
    expect(requireValue(catalogue.salesforce).info.baseURL).toContain('my.salesforce.com')
  })

  it('adds a provider', () => {
    const { support } = requireValue(catalogue.whereby).info
    const acme = {
      authType: 'none',
      baseURL: 'https://api.acme.test',
      defaultModule: 'root',
      support,
    }

    expect(requireValue(overlayCatalogue(catalogue, { acme }).acme).info).toMatchObject({
      name: 'acme',
    })
  })

  it('rejects capabilities without a connector', () => {
    const claim = (support: object) => () => overlayCatalogue(catalogue, { whereby: { support } })

    expect(claim({ read: true })).toThrow('whereby.support.read: this server has no connector')
    expect(claim({ search: { operators: { equals: true } } })).toThrow('operators.equals')
    expect(claim({ proxy: true, write: false })()).toHaveProperty('whereby')
  })

  it('rejects a module’s capability that no object has', () => {
    const read = { path: '/books', records: '', id: 'id', paging: { style: 'none' } }
    const library = (base: string | undefined, support: object) => ({
      library: {
        authType: 'none',
        baseURL: 'https://api.library.test',
        defaultModule: 'root',
        modules: {
          brand: { displayName: 'Brand', baseURL: 'https://brand.library.test', support },
        },
        objects: { books: { displayName: 'Books', ...(base && { base }), read } },
      },
    })
    const overlay = (base: string | undefined, support: object) =>
      overlayCatalogue(catalogue, library(base, support))['library']?.info.modules?.['brand']

    expect(() => overlay(undefined, { read: true })).toThrow(
      'library.modules.brand.support.read: no object of the entry is at the baseURL of this module',
    )
    const spoken = overlay('https://brand.library.test', { read: true })
    expect(requireValue(spoken).support.read).toBe(true)
    expect(overlay(undefined, { read: false, proxy: true })).toMatchObject({
      support: { read: false, proxy: true },
    })
  })

  it('adds domains of self-hosted products', () => {
    const atAcme = { workspace: 'https://crm.acme.test/sugar' }
    const { sugarCRM } = overlayCatalogue(catalogue, {
      sugarCRM: { trustedDomains: ['acme.test'] },
    })

    expect(baseURLOf(requireValue(sugarCRM), atAcme)).toBe(
      'https://crm.acme.test/sugar/rest/v11_24',
    )
    expect(() => baseURLOf(requireValue(catalogue.sugarCRM), atAcme)).toThrow('trustedDomains')
    expect(() => baseURLOf(requireValue(sugarCRM), { workspace: 'http://crm.acme.test' })).toThrow(
      TemplateError,
    )
    expect(() =>
      overlayCatalogue(catalogue, { sugarCRM: { trustedDomains: ['https://acme.test/'] } }),
    ).toThrow('sugarCRM.trustedDomains.0: must be a domain')
  })

  it.each([
    ['oauth2Opts.authURL', { oauth2Opts: { authURL: 'nonsense' } }],
    ['oauth2Opts.authURL', { oauth2Opts: { authURL: 'javascript:alert(1)' } }],
    ['oauth2Opts.authURL', { oauth2Opts: { authURL: 'https://' } }],
    ['oauth2Opts.authURL', { oauth2Opts: { authURL: 'https://login acme.test' } }],
    ['oauth2Opts.authURL', { oauth2Opts: { authURL: '//login.acme.test' } }],
    ['oauth2Opts.tokenURL', { oauth2Opts: { tokenURL: '/token' } }],
    ['oauth2Dialect.refreshURL', { oauth2Dialect: { refreshURL: 'refresh' } }],
    ['baseURL', { baseURL: 'ftp://acme.test' }],
    ['modules.crm.baseURL', { modules: { crm: { displayName: 'CRM', baseURL: 'crm' } } }],
    ['authHealthCheck.url', { authHealthCheck: { url: 'me' } }],
  ])('rejects an invalid URL in %s', (path, patch) => {
    expect(() => overlayCatalogue(catalogue, { salesforce: patch })).toThrow(
      `salesforce.${path}: must be an http or https address`,
    )
  })

  it('accepts the URLs of every catalogue entry', () => {
    const unchanged = Object.fromEntries(Object.keys(catalogue).map((name) => [name, {}]))

    expect(Object.keys(overlayCatalogue(catalogue, unchanged))).toEqual(Object.keys(catalogue))
  })

  it('accepts URLs with variables', () => {
    const authURLs = [
      '{{workspace}}/login',
      'https://{{host}}:{{port}}/a?b={{c}}',
      'http://[::1]:4010/',
    ]

    for (const authURL of authURLs) {
      const { salesforce } = overlayCatalogue(catalogue, {
        salesforce: { oauth2Opts: { authURL } },
      })
      expect(requireValue(salesforce).info.oauth2Opts).toMatchObject({ authURL })
    }
  })

  it('names every unknown or invalid member', () => {
    const overrides = {
      hubspot: { baseUrl: 'http://127.0.0.1:4011', oauth2Opts: { tokenUrl: 'x' } },
      salesforce: { oauth2Opts: { tokenURL: 1 }, docUrl: 'x' },
      salesfroce: { baseURL: 'http://127.0.0.1:4010' },
      sendGrid: { name: 'other' },
      acme: {
        authType: 'oauth2',
        oauth2Opts: { grantType: 'password' },
        baseURL: 'https://a.test',
      },
    }
    const overlay = () => overlayCatalogue(catalogue, overrides)

    expect(overlay).toThrow(CatalogueError)
    expect(overlay).toThrow('hubspot.baseUrl: unknown member')
    expect(overlay).toThrow('hubspot.oauth2Opts.tokenUrl: unknown member')
    expect(overlay).toThrow(/salesforce\.oauth2Opts\.tokenURL: .*string/)
    expect(overlay).toThrow('salesforce.docUrl: unknown member')
    expect(overlay).toThrow(
      'salesfroce: is not in the catalogue, so the complete entry is required',
    )
    expect(overlay).toThrow('acme.oauth2Opts.tokenURL: is required')
    expect(overlay).toThrow('sendGrid.name: must be sendGrid')
  })
})

it('requires of an OAuth provider only what has no default', () => {
  const urls = { authURL: 'https://acme.test/authorize', tokenURL: 'https://acme.test/token' }
  const { acme } = overlayCatalogue(catalogue, {
    acme: {
      authType: 'oauth2',
      baseURL: 'https://api.acme.test',
      oauth2Opts: { grantType: 'authorizationCode', ...urls },
    },
  })

  expect(requireValue(acme).info.oauth2Opts).toEqual({
    ...{ grantType: 'authorizationCode', ...urls },
    explicitScopesRequired: false,
    explicitWorkspaceRequired: false,
    tokenMetadataFields: {},
  })
})

describe('an entry that could never be read', () => {
  const things = { path: '/things', records: 'data', id: 'id' }
  const entry = (read: object, more: object = {}) => ({
    acme: {
      authType: 'none',
      baseURL: 'https://api.acme.test',
      objects: { things: { read: { ...things, ...read } } },
      ...more,
    },
  })

  it.each([
    [
      entry({ path: '/{{tenant}}/things' }),
      'acme.objects.things.read.path: contains {{tenant}}, which no connection has: declare it in `metadata.input`',
    ],
    [
      entry({}, { headers: { 'X-User': '{{userId}}' } }),
      'acme.headers.X-User: contains {{userId}}',
    ],
    [
      entry({}, { lookup: { url: 'https://api.acme.test/sites', values: { site: 'id' } } }),
      'acme.lookup: only runs after an OAuth sign-in',
    ],
    [
      entry({ path: '/{parent}/things', parent: { object: 'boards' } }),
      'acme.objects.things.read.parent.object: boards is no object that is read',
    ],
    [
      entry({ graphql: { field: 'things', fields: ['id'] } }),
      'acme.objects.things.read.graphql: requires the method POST',
    ],
    [
      entry({ record: 'data' }),
      'acme.objects.things.read.record: unknown member. Known are method, path, query, headers, body,',
    ],
  ])('is rejected with its place: %j', (overrides, message) => {
    expect(() => overlayCatalogue(catalogue, overrides)).toThrow(CatalogueError)
    expect(() => overlayCatalogue(catalogue, overrides)).toThrow(message)
  })

  it('is accepted if the end user enters the value', () => {
    const metadata = { input: [{ name: 'tenant' }] }

    const { acme } = overlayCatalogue(catalogue, entry({ path: '/{{tenant}}' }, { metadata }))

    expect(acme?.info.support.read).toBe(true)
  })
})

describe('readOverrides', () => {
  it('accepts comments, and counts those that mark guesses', () => {
    const folder = mkdtempSync(join(tmpdir(), 'overrides-'))
    const file = join(folder, 'acme.json')
    writeFileSync(file, '{\n  // guessed: the name. Check it.\n  "displayName": "Acme" // ours\n}')

    for (const source of [file, folder]) {
      const { overrides, countGuesses, whereIs } = readOverrides(source)
      expect(overrides).toEqual({ acme: { displayName: 'Acme' } })
      expect(countGuesses('acme')).toBe(1)
      expect(whereIs('acme', ['displayName'])).toContain('acme.json:3:3')
    }
  })

  it('reads inline JSON and a JSON file alike', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'overrides-')), 'providers.json')
    writeFileSync(path, JSON.stringify(toSandbox))

    expect(readOverrides(path).overrides).toEqual(toSandbox)
    expect(readOverrides(` ${JSON.stringify(toSandbox)}`).overrides).toEqual(toSandbox)
  })

  it.each([
    ['{"salesforce": ', /The provider overrides: .*JSON/],
    ['{"salesforce": "x"}', /must be an object of provider entries by name, such as \{"acme": \{/],
    ['/nowhere/providers.json', /\/nowhere\/providers.json cannot be read/],
  ])('explains the error in %s', (source, explanation) => {
    expect(() => readOverrides(source)).toThrow(explanation)
  })
})

describe('a provider that is like another', () => {
  const acme = {
    like: 'lever',
    authType: 'none',
    baseURL: 'https://eu.acme.test',
    displayName: 'Acme EU',
  }

  it('reads and writes as declared for the other, at its own address', () => {
    const entry = requireValue(overlayCatalogue(catalogue, { acme })['acme'])
    const lever = requireValue(catalogue.lever)

    expect(entry.connector?.knownObjects?.()).toEqual(lever.connector?.knownObjects?.())
    expect(baseURLOf(entry, {})).toBe('https://eu.acme.test')
    expect(entry.domains).toEqual(['eu.acme.test'])
    expect(entry.info.support).toMatchObject({ read: true, write: true })
    expect(entry.info).not.toHaveProperty('like')
  })

  it('keeps its own declarations', () => {
    const objects = { teams: { read: { path: '/teams', records: 'data', id: 'id' } } }

    const entry = requireValue(overlayCatalogue(catalogue, { acme: { ...acme, objects } })['acme'])

    expect(Object.keys(entry.connector?.knownObjects?.() ?? {})).toEqual(['teams'])
  })

  it('is rejected if the other does not exist', () => {
    const unknown = { acme: { ...acme, like: 'nobody' } }

    expect(() => overlayCatalogue(catalogue, unknown)).toThrow(
      'acme.like: is no provider of the catalogue',
    )
  })

  it('lists its evidence in the catalogue, without its URLs', () => {
    const { lever, leverSandbox } = catalogue

    expect(requireValue(leverSandbox).info.proof).toEqual(requireValue(lever).info.proof)
    expect(requireValue(leverSandbox).domains).not.toContain('api.lever.co')
  })
})

describe('evidence of an overridden entry', () => {
  const newPath = { read: { path: '/v2/forms' } }
  const added = { read: { path: '/extra', records: 'items', id: 'id', paging: { style: 'none' } } }
  const isRead = (patches: readonly object[]) => {
    let all = catalogue
    for (const typeform of patches) all = overlayCatalogue(all, { typeform: { ...typeform } })
    const entry = requireValue(all['typeform'])
    const levels = Object.entries(listVerifiedObjects(entry)).map(
      ([name, { evidence }]) => [name, evidence?.read?.level] as const,
    )
    return {
      unverified: levels.filter(([, level]) => level === 'stand-in').map(([name]) => name),
      level: entry.info.proof?.read,
      urlsOverridden: entry.info.urlsOverridden === true,
    }
  }
  const everything = ['forms', 'images', 'responses', 'themes', 'workspaces']
  const elsewhere = { baseURL: 'http://127.0.0.1:4010' }
  const kept = { unverified: [], level: 'spec', urlsOverridden: false }
  const lost = { unverified: everything, level: 'stand-in', urlsOverridden: false }

  it.each([
    { of: 'nothing', patches: [], expected: kept },
    { of: 'URLs', patches: [elsewhere], expected: { ...kept, urlsOverridden: true } },
    { of: 'a name', patches: [{ displayName: 'Forms' }], expected: kept },
    { of: 'rate limits', patches: [{ limits: { perSecond: 1 } }], expected: kept },
    { of: 'headers', patches: [{ headers: { 'x-version': '2' } }], expected: lost },
    {
      of: 'the default ID',
      patches: [{ defaults: { read: { id: 'key' } } }],
      expected: lost,
    },
    {
      of: 'an object with lists below it',
      patches: [{ objects: { forms: newPath } }],
      expected: { ...lost, unverified: ['forms', 'responses'] },
    },
    {
      of: 'an object and, later, URLs',
      patches: [{ objects: { forms: newPath } }, elsewhere],
      expected: { level: 'stand-in', unverified: ['forms', 'responses'], urlsOverridden: true },
    },
    {
      of: 'nothing but adds an object',
      patches: [{ objects: { extra: added } }],
      expected: { ...lost, unverified: ['extra'] },
    },
  ])('changes $of', ({ patches, expected }) => {
    const { unverified, ...found } = isRead(patches)

    expect({ unverified: unverified.toSorted(), ...found }).toEqual(expected)
  })

  it('loses a declared level with other rules, unless they declare one', () => {
    const acme = {
      ...{ authType: 'none', baseURL: 'https://api.acme.test', proof: { read: 'live' } },
      objects: { extra: added },
    }
    const levelWith = (patch: object) =>
      overlayCatalogue(overlayCatalogue(catalogue, { acme }), { acme: { ...patch } })['acme']?.info
        .proof?.read

    const objects = { extra: newPath }
    expect(levelWith(elsewhere)).toBe('live')
    expect(levelWith({ objects })).toBe('stand-in')
    expect(levelWith({ objects, proof: { read: 'samples' } })).toBe('samples')
  })
})

describe('a folder of entries', () => {
  const folder = () => mkdtempSync(join(tmpdir(), 'providers-'))

  it('has a file for each provider, named for it', () => {
    const path = folder()
    writeFileSync(join(path, 'sendGrid.json'), '{"displayName":"Twilio SendGrid"}')
    writeFileSync(join(path, 'README.md'), 'Not an entry.')

    expect(readOverrides(path).overrides).toEqual({ sendGrid: { displayName: 'Twilio SendGrid' } })
  })

  it('names every invalid file', () => {
    const path = folder()
    writeFileSync(join(path, 'one.json'), '{"displayName":')
    writeFileSync(join(path, 'two.json'), '[]')

    expect(() => readOverrides(path)).toThrow(/one\.json: .*\n.*two\.json: must be an object/)
  })
})
