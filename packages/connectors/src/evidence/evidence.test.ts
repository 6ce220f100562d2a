import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { catalogue, catalogueEntry } from '../catalogue/catalogue.ts'
import { overlayCatalogue } from '../catalogue/overlay.ts'
import { ProviderEntry } from '../declarative/schema/entry.ts'
import { countProviders } from './count-providers.ts'
import { findEvidence, leastLevel, mainObjects } from './levels.ts'
import { collectLevels, scoreCatalogue, scoreEntry, type ObjectScore } from './score.ts'
import { requireValue } from '../require-value.ts'
import { listSignInDifferences, readSignInFacts } from './sign-in.ts'
import { recordsEach, SpecifiedProvider } from './vendor.ts'

describe('the catalogue against independent evidence', () => {
  let scores: ObjectScore[]
  beforeAll(async () => {
    scores = await scoreCatalogue()
  })

  it('loses no records silently', () => {
    const cut = scores.filter(({ verdict }) => verdict?.outcome === 'cut')

    expect(cut).toEqual([])
  })

  it('is not refused by a provider with the specified or recorded API', () => {
    const refused = scores.filter(({ verdict }) => verdict?.outcome === 'refused')

    expect(refused).toEqual([])
  })

  it('has current levels (npm run providers:score -- --write)', () => {
    const file = new URL('../../evidence/levels.json', import.meta.url)

    expect(collectLevels(scores)).toEqual(JSON.parse(readFileSync(file, 'utf8')))
  })

  it('has the number of providers that the README states', () => {
    const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')
    const { providers, readable, written, proven, verified } = countProviders(scores)

    const row = requireValue(readme.split('\n').find((line) => line.startsWith('| Providers')))
    const twins = Object.keys(catalogue).length - providers

    expect(
      row
        .replace(/The catalogue states.*/, '')
        .match(/\d+/g)
        ?.map(Number),
    ).toEqual([providers, twins, readable, written, proven, verified])
  })
})

describe('the sign-in of the catalogue', () => {
  it.each(Object.entries(readSignInFacts()))(
    'of %s agrees with its document',
    (name, { facts, date, page }) => {
      const { info, oauth2 } = requireValue(catalogue[name])

      expect(listSignInDifferences(info, oauth2, facts)).toEqual([])
      expect(info.signInEvidence).toMatchObject({ date, page })
      expect(info.isVerified).toBe(info.proof?.read === 'spec' ? true : undefined)
    },
  )

  it('has no evidence once an entry is changed, and without a document', () => {
    const asana = { oauth2Opts: { tokenURL: 'https://app.asana.com/-/other_token' } }
    const changed = overlayCatalogue(catalogue, { asana })

    expect(changed['asana']?.info.signInEvidence).toBeUndefined()
    expect(changed['asana']?.info.isVerified).toBeUndefined()
    expect(catalogue['airtable']?.info.signInEvidence).toBeUndefined()
  })
})

describe('evidence', () => {
  it('contains no address of a person', () => {
    const file = new URL('../../evidence/samples/zendeskSupport.json', import.meta.url)
    const mails = readFileSync(file, 'utf8').match(/[\w.+-]+@[\w-]+\.[\w.-]+/g) ?? []

    expect(mails.filter((mail) => !mail.endsWith('@example.test'))).toEqual([])
  })

  it('defaults to stand-in, and is the lowest level of the main objects for a provider', () => {
    const object = {
      read: { changes: 'time' as const },
      writes: ['create' as const],
      searchFields: ['email'],
    }

    expect(findEvidence('nobody', 'things', object)).toEqual({
      read: { level: 'stand-in' },
      changes: { level: 'stand-in' },
      create: { level: 'stand-in' },
      search: { level: 'stand-in' },
    })
    expect(leastLevel(['live', 'spec', 'samples'])).toBe('samples')
    expect(mainObjects(['contacts', 'crm/deals', 'webhooks'])).toEqual(['contacts', 'crm/deals'])
    expect(mainObjects(['scheduled_events', 'groups'])).toEqual(['scheduled_events'])
    expect(mainObjects(['webhooks'])).toEqual(['webhooks'])
  })
})

const operations = {
  'GET /people': {
    list: 'data',
    itemId: 'id',
    next: ['meta.next_cursor'],
    params: [{ name: 'cursor' }, { name: 'limit', max: 50 }, { name: 'team', required: true }],
  },
  'POST /people': {
    body: { wrap: 'person', required: ['name'], keys: ['name', 'mail'], constants: { type: 'p' } },
    replyId: 'person.id',
  },
  'PATCH /people/{}': {
    params: [{ name: 'If-Match', in: 'header', required: true }],
    body: { keys: ['name'] },
  },
}

describe('a provider made from its specification', () => {
  const ask = (query: Record<string, string>) =>
    new SpecifiedProvider({ operations }).request({ path: '/people', query })
  const create = (body: object) =>
    new SpecifiedProvider({ operations }).request({ method: 'POST', path: '/people', body })

  it('refuses unknown parameters, misses required ones and caps pages', async () => {
    const unknown = await ask({ team: '1', per_page: '10' })
    const missing = await ask({})
    const page = await ask({ team: '1', limit: '1000' })

    expect(unknown.body).toMatchObject({ message: 'The parameter per_page is unknown.' })
    expect(missing.body).toMatchObject({ message: 'The parameter team is required.' })
    expect(page.body).toMatchObject({ data: { length: 50 }, meta: { next_cursor: 'c50' } })
  })

  it('refuses other parameters beside the address of the next page, if the provider does', async () => {
    const paging = { style: 'link-header' as const, alone: 1 as const, size: { param: 'limit' } }
    const list = { list: '', itemId: 'id', params: [{ name: 'limit' }], paging }
    const provider = new SpecifiedProvider({ operations: { 'GET /people': list } })
    const first = await provider.request({ path: '/people', query: { limit: '100' } })
    const [, path = ''] = /<(.*)>/.exec(String(first.headers['link'])) ?? []
    const next = await provider.request({ path })
    const beside = await provider.request({ path, query: { limit: '100' } })

    expect(next.body).toHaveLength(100)
    expect(beside.body).toMatchObject({ message: 'The next page takes no other parameter.' })
  })

  it('accepts a record only in the specified body', async () => {
    const bare = await create({ name: 'Ana' })
    const without = await create({ type: 'p', person: { mail: 'x' } })
    const right = await create({ type: 'p', person: { name: 'Ana' } })

    expect(bare.body).toMatchObject({ message: 'The body needs p at type.' })
    expect(without.body).toMatchObject({ message: 'The member name is required.' })
    expect(right.body).toMatchObject({ person: { id: 'new1' } })
  })
})

it.each([
  [{}, { status: 400, body: { message: 'The header If-Match is required.' } }],
  [{ 'if-match': '*' }, { status: 200 }],
])('a provider made from its specification requires its headers: %j', async (headers, reply) => {
  const provider = new SpecifiedProvider({ operations })
  const request = { method: 'PATCH' as const, path: '/people/7', body: { name: 'Ana' }, headers }

  expect(await provider.request(request)).toMatchObject(reply)
})

describe('a provider made from its GraphQL schema', () => {
  const schema = {
    'QUERY people': {
      list: 'data.people.nodes',
      itemId: 'id',
      graphql: {
        arguments: ['after', 'first', 'archived', 'filter.updatedAt.gte'],
        fields: ['nodes.id', 'nodes.team.id', 'pageInfo.hasNextPage', 'pageInfo.endCursor'],
        shows: 'archived',
      },
      paging: {
        style: 'cursor' as const,
        param: 'after',
        from: 'data.people.pageInfo.endCursor',
        size: { param: 'first', max: 50 },
      },
    },
    'MUTATION personCreate': {
      graphql: {
        arguments: ['input'],
        types: { input: 'PersonInput!' },
        fields: ['person.id', 'errors.message'],
      },
    },
  }
  const ask = (query: string) =>
    new SpecifiedProvider({ operations: schema }).request({
      method: 'POST',
      path: '',
      body: { query },
    })
  const page = '{ nodes { id team { id } } pageInfo { hasNextPage endCursor } }'

  it('returns pages, without the records that a default leaves out', async () => {
    const some = await ask(`query { people(first: 200) ${page} }`)
    const last = await ask(`query { people(first: 200, after: "c100") ${page} }`)
    const all = await ask(`query { people(archived: true, first: 50, after: "c100") ${page} }`)

    expect(some.body).toMatchObject({
      data: { people: { nodes: { length: 50 }, pageInfo: { endCursor: 'c50' } } },
    })
    expect(last.body).toMatchObject({ data: { people: { nodes: { length: 15 } } } })
    expect(all.body).toMatchObject({ data: { people: { nodes: { length: 50 } } } })
  })

  it.each([
    [`query { things ${page} }`, 'The field things is unknown.'],
    [`query { people(limit: 5) ${page} }`, 'The argument limit is unknown.'],
    ['query { people { nodes { id team } } }', 'The field nodes.team is unknown.'],
    [
      'mutation($fields: Person!) { personCreate(input: $fields) { person { id } } }',
      'The argument input is not of the type Person!.',
    ],
  ])('refuses %s', async (query, message) => {
    const reply = await ask(query)

    expect(reply).toMatchObject({ status: 400, body: { message } })
  })

  it('returns the ID of a created record where it is selected', async () => {
    const reply = await ask(
      'mutation($fields: PersonInput!) { personCreate(input: $fields) { person { id } errors { message } } }',
    )

    expect(reply.body).toEqual({ data: { personCreate: { person: { id: 'new1' } } } })
  })
})

describe('a score', () => {
  it('is empty for a provider without evidence', async () => {
    const file = ProviderEntry.parse({
      name: 'acme',
      authType: 'none',
      baseURL: 'https://api.acme.test',
      objects: { people: { read: { path: '/people', records: 'data', id: 'id' } } },
    })

    expect(recordsEach).toBeGreaterThan(200)
    expect(catalogueEntry(file).info.proof).toEqual({ read: 'stand-in' })
    expect(await scoreEntry(file)).toEqual([
      { provider: 'acme', object: 'people', action: 'read', verdict: undefined },
    ])
  })
})
