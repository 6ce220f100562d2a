import type { ProviderClient, ProviderRequest, ProviderResponse } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../../require-value.ts'
import { makeDeclaredConnector } from '../connector.ts'
import { Declaration } from '../schema/entry.ts'

const makeConnector = (associations: object) =>
  requireValue(
    makeDeclaredConnector(
      'acme',
      Declaration.parse({
        objects: {
          teams: {
            read: { path: '/teams', records: 'data', id: 'id' },
            associations,
          },
        },
      }),
    ),
  )

type Reply = Partial<ProviderResponse>

/** Reads the associations of teams with people. */
async function readAssociations(
  rules: object,
  teams: { id: string; raw?: Record<string, unknown> }[],
  reply: (request: ProviderRequest) => Reply = () => ({}),
) {
  const requests: ProviderRequest[] = []
  const client: ProviderClient = {
    metadata: { workspace: 'globex' },
    request(request) {
      requests.push(request)
      return Promise.resolve({ status: 200, headers: {}, body: {}, ...reply(request) })
    },
  }
  const associating = requireValue(makeConnector({ people: rules }).associating)
  const request = { objectName: 'teams', associations: ['people'] }
  const reader = await associating.open(client, request)
  const records = teams.map(({ id, raw = {} }) => ({ id, raw }))
  const { byRecord, incomplete } = await reader.read(client, records)
  const listObjectIds = (id: string) => byRecord.get(id)?.people?.map(({ objectId }) => objectId)
  return { idsOf: listObjectIds, incomplete, requests, fieldNames: reader.fieldNames }
}

const teams = [{ id: '1' }, { id: '2' }]
const list = { path: '/teams/{id}/people', records: 'data', id: 'id' }
const people = (...ids: (number | string)[]) => ({ data: ids.map((id) => ({ id })) })

describe('IDs in the record', () => {
  it.each<[string, object, Record<string, unknown>, string[]]>([
    ['one', { field: 'owner' }, { owner: 7 }, ['7']],
    ['none', { field: 'owner' }, { owner: null }, []],
    ['an absent one', { field: 'owner' }, {}, []],
    ['a list', { field: 'links.people' }, { links: { people: ['7', 8, '7'] } }, ['7', '8']],
    ['objects', { field: 'people', id: 'ref.id' }, { people: [{ ref: { id: 7 } }] }, ['7']],
    ['one object', { field: 'lead', id: 'value' }, { lead: { value: 'a', name: 'Ada' } }, ['a']],
  ])('are read from %s without a call', async (_, rules, raw, expected) => {
    const { idsOf, requests } = await readAssociations(rules, [{ id: '1', raw }])

    expect(idsOf('1')).toEqual(expected)
    expect(requests).toEqual([])
  })

  it('are required: an object without an ID is an error', async () => {
    const attempt = readAssociations({ field: 'people', id: 'id' }, [
      { id: '1', raw: { people: [{ key: 7 }] } },
    ])

    await expect(attempt).rejects.toThrow(/no ID of an associated record at people\.id/)
  })

  it('are requested with the fields', async () => {
    const { fieldNames } = await readAssociations({ field: 'links.people' }, [])

    expect(fieldNames).toEqual(['links'])
  })
})

describe('a list per record', () => {
  it('is read with the ID of the record in its path', async () => {
    const { idsOf, requests } = await readAssociations(
      list,
      [{ id: 'a/b' }, { id: '2' }],
      ({ path }) => ({
        body: path.includes('/2/') ? people(9) : people(),
      }),
    )

    expect(idsOf('a/b')).toEqual([])
    expect(idsOf('2')).toEqual(['9'])
    expect(requests.map(({ path }) => path)).toEqual(['/teams/a%2Fb/people', '/teams/2/people'])
  })

  it('is read with the ID in a parameter, which is not a template', async () => {
    const rules = {
      ...list,
      path: '/people',
      query: { team: '{id}', filter: '{{workspace}}:{id}', sort: 'name' },
    }

    const { requests } = await readAssociations(rules, [{ id: '{{workspace}}' }], () => ({
      body: people(1),
    }))

    expect(requests.map(({ query }) => query)).toEqual([
      { team: '{{workspace}}', filter: 'globex:{{workspace}}', sort: 'name' },
    ])
  })

  it('is read to its last page', async () => {
    const paging = { style: 'cursor', from: 'next', param: 'cursor' }

    const { idsOf, requests, incomplete } = await readAssociations(
      { ...list, paging },
      teams,
      ({ path, query }) => {
        const place = Number(query?.['cursor'] ?? 0)
        const ids = [1, 2].map((n) => `${path.split('/')[2]}-${place}-${n}`)
        return { body: { ...people(...ids), next: place < 3 ? place + 1 : null } }
      },
    )

    expect(requests).toHaveLength(8)
    for (const { id } of teams) {
      const expected = [0, 1, 2, 3].flatMap((place) => [`${id}-${place}-1`, `${id}-${place}-2`])
      expect(idsOf(id)).toEqual(expected)
    }
    expect(incomplete).toBeUndefined()
  })

  it('fails as a whole when one page fails', async () => {
    const attempt = readAssociations(list, teams, ({ path }) =>
      path.includes('/2/') ? { status: 503, body: {} } : { body: people(1) },
    )

    await expect(attempt).rejects.toMatchObject({ failure: 'unavailable' })
  })

  it('leaves out a record that was deleted meanwhile, but not all of them', async () => {
    const notFound = { status: 404, body: { message: 'No such team.' } }
    const { idsOf, incomplete } = await readAssociations(list, teams, ({ path }) =>
      path.includes('/2/') ? notFound : { body: people(1) },
    )
    const attempt = readAssociations(list, teams, () => notFound)

    expect([idsOf('1'), idsOf('2')]).toEqual([['1'], []])
    expect(incomplete).toMatch(
      /^The associations of teams 2 with people may be incomplete\. .*No such team/,
    )
    await expect(attempt).rejects.toMatchObject({ failure: 'not-found' })
  })

  it('may be empty by status', async () => {
    const { idsOf } = await readAssociations({ ...list, emptyStatus: 404 }, teams, () => ({
      status: 404,
    }))

    expect(idsOf('1')).toEqual([])
  })

  it('is reported as incomplete when its reply names pages that are not declared', async () => {
    const { incomplete } = await readAssociations(list, teams, () => ({
      body: { ...people(1), pagination: { next_cursor: 'x' } },
    }))

    expect(incomplete).toMatch(
      /^The associations of teams 1 with people may be incomplete\. .*pagination\.next_cursor/,
    )
  })

  it('ends when the provider returns the same page again', async () => {
    const paging = { style: 'cursor', from: 'next', param: 'cursor' }
    let calls = 0

    const { idsOf, incomplete } = await readAssociations(
      { ...list, paging },
      [{ id: '1' }],
      () => ({
        body: { ...people(1, 2), next: `c${calls++}` },
      }),
    )

    expect(idsOf('1')).toEqual(['1', '2'])
    expect(incomplete).toMatch(/same page again/)
  })
})

it('rejects associations that the entry does not declare', async () => {
  const associating = requireValue(makeConnector({ people: list }).associating)
  const client: ProviderClient = { metadata: {}, request: () => Promise.reject(new Error('none')) }

  const attempt = associating.open(client, { objectName: 'teams', associations: ['__proto__'] })

  await expect(attempt).rejects.toMatchObject({ failure: 'unsupported' })
})

it.each([
  ['without {id}', { ...list, path: '/people' }, /\{id\}/],
  ['without records', { path: '/teams/{id}/people', id: 'id' }, /records/],
  ['outside of the base URL', { ...list, path: 'https://evil.test/{id}' }, /path/],
  ['with both forms', { ...list, field: 'people' }, /field/],
])('rejects an entry with a list %s', (_, rules, message) => {
  const { error } = Declaration.safeParse({
    objects: { teams: { associations: { people: rules } } },
  })

  expect(JSON.stringify(error?.issues)).toMatch(message)
})
