import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Declaration } from './schema/entry.ts'
import { isContentParameter } from './calls/content-parameters.ts'
import { rehearse } from './stand-in/rehearse.ts'
import { serveStandIns, type StandIns } from './stand-in/serve.ts'

let standIns: StandIns
beforeAll(async () => {
  standIns = await serveStandIns()
})
afterAll(() => standIns.close())

const people = {
  path: '/v1/people',
  records: 'data.items',
  id: 'id',
  query: { $expand: 'company', sort: 'id' },
  headers: { 'x-tenant': '{{workspace}}' },
  byId: { style: 'path', query: { $expand: 'company' } },
  paging: {
    style: 'cursor',
    from: 'data.next',
    param: 'cursor',
    size: { param: 'limit', max: 100 },
  },
}
const declare = (read: object, more: object = {}) =>
  Declaration.parse({
    headers: { 'x-version': '2026-11' },
    objects: { people: { read, ...more } },
  })

describe('a stand-in that is as strict as the provider', () => {
  const actual = declare(people, { create: { path: '/v1/people', query: { notify: 'no' } } })
  const play = (declaration: Declaration) =>
    rehearse({ name: 'strict', declaration, actual, standIns })

  it('accepts an entry that sends what is required', async () => {
    expect(await play(actual)).toEqual([])
  })

  it.each([
    [
      'members to expand',
      { ...people, query: { sort: 'id' } },
      'The parameter $expand is required.',
    ],
    [
      'members to expand by ID',
      { ...people, byId: { style: 'path' } },
      'The parameter $expand is required.',
    ],
    ['a header of a list', { ...people, headers: {} }, 'The header x-tenant is required.'],
    [
      'pages of at most the largest size',
      { ...people, paging: { ...people.paging, size: { param: 'limit', max: 200 } } },
      'limit is at most 100.',
    ],
  ])('rejects requests without %s', async (_, read, message) => {
    const found = await play(
      declare(read, { create: { path: '/v1/people', query: { notify: 'no' } } }),
    )

    expect(found).toEqual(expect.arrayContaining([expect.stringContaining(message)]))
  })

  it('rejects writes without a constant parameter', async () => {
    const found = await play(declare(people, { create: { path: '/v1/people' } }))

    expect(found).toEqual(
      expect.arrayContaining([expect.stringContaining('The parameter notify is required.')]),
    )
  })

  it('rejects requests without a header of every call', async () => {
    const { headers: _, ...without } = actual

    expect(await play(without)).toEqual(
      expect.arrayContaining([expect.stringContaining('The header x-version is required.')]),
    )
  })
})

it.each(['$expand', 'include', 'include_transcript', 'body-format', 'api-version', 'personFields'])(
  'members of records depend on %s',
  (name) => expect(isContentParameter(name)).toBe(true),
)

it.each(['include_archived', 'includeDeactivated', 'sort', 'fieldset', 'status', 'withdrawn'])(
  'members of records do not depend on %s',
  (name) => expect(isContentParameter(name)).toBe(false),
)
