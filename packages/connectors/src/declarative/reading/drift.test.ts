import type { ProviderClient } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../../require-value.ts'
import { makeDeclaredConnector } from '../connector.ts'
import { Declaration } from '../schema/entry.ts'

const size = 40
const paging = { style: 'offset', param: 'skip', size: { param: 'limit', max: size } }

const makeConnector = (more: object = {}) =>
  requireValue(
    makeDeclaredConnector(
      'acme',
      Declaration.parse({
        objects: {
          people: {
            read: { path: '/people', records: 'data', id: 'id', paging: { ...paging, ...more } },
          },
        },
      }),
    ),
  )

const makeNames = (count: number) => Array.from({ length: count }, (_, n) => `p${n}`)

/** Reads a list to its end while it changes; `between` is called before every page but the first. */
async function readDrifting(
  list: string[],
  {
    between = () => {},
    more = {},
    from = (skip: number) => skip,
  }: { between?: (call: number) => void; more?: object; from?: (skip: number) => number } = {},
) {
  let calls = 0
  const client: ProviderClient = {
    metadata: {},
    request: ({ query }) => {
      const begin = from(Number(query?.['skip'] ?? 0))
      calls++
      const data = list.slice(begin, begin + size).map((id) => ({ id }))
      return Promise.resolve({ status: 200, headers: {}, body: { data, total: list.length } })
    },
  }
  const connector = makeConnector(more)
  const ids: string[] = []
  let cursor: string | undefined
  let pages = 0
  do {
    if (pages > 0) between(pages)
    const page = await connector.read(client, { objectName: 'people', fieldNames: [], cursor })
    ids.push(...page.records.map(({ id }) => id))
    cursor = page.next
  } while (cursor !== undefined && ++pages < 500)
  return { ids, calls, pages }
}

describe('a list paged by offset', () => {
  it('returns each record once while nothing changes, with few repeated records', async () => {
    for (const count of [0, 1, 2, 39, 40, 41, 79, 80, 400]) {
      const { ids, calls } = await readDrifting(makeNames(count))
      expect(ids).toEqual(makeNames(count))
      // The last one shows the end.
      expect(calls).toBeLessThanOrEqual(Math.ceil(count / (size - 2)) + 2)
    }
    for (const more of [{ total: 'total' }, { size: undefined }]) {
      expect((await readDrifting(makeNames(200), { more })).ids).toEqual(makeNames(200))
    }
  })

  it.each([1, 2, 3, 30, 100])(
    'misses no record when %i are deleted between two pages',
    async (gone) => {
      const list = makeNames(400)
      const deleted = new Set<string>()
      const between = (call: number) => {
        if (call === 4) for (const id of list.splice(3, gone)) deleted.add(id)
      }
      const { ids } = await readDrifting(list, { between })

      const missed = makeNames(400).filter((id) => !deleted.has(id) && !ids.includes(id))
      expect(missed).toEqual([])
    },
  )

  it('misses no record when one is deleted before every page', async () => {
    for (const place of [0, 37, 38, 39, 75, 76, 77, 78]) {
      const list = makeNames(300)
      const deleted = new Set<string>()
      const between = () => {
        for (const id of list.splice(place, 1)) deleted.add(id)
      }
      const { ids } = await readDrifting(list, { between })

      const missed = makeNames(300).filter((id) => !deleted.has(id) && !ids.includes(id))
      expect(missed).toEqual([])
    }
  })

  it('misses no existing record when others are inserted before', async () => {
    for (const count of [1, 5, 200]) {
      const list = makeNames(300)
      const between = (call: number) => {
        if (call < 4) list.unshift(...Array.from({ length: count }, (_, n) => `new ${call} ${n}`))
      }
      const { ids } = await readDrifting(list, { between })

      expect(makeNames(300).filter((id) => !ids.includes(id))).toEqual([])
    }
  })

  it('continues with a provider that accepts only whole pages', async () => {
    const { ids } = await readDrifting(makeNames(400), { from: (skip) => skip - (skip % size) })

    expect([...new Set(ids)]).toEqual(makeNames(400))
  })

  it('ends for any order of records that the provider returns', async () => {
    let call = 0
    const shuffled = makeNames(400)
    const between = () => {
      call++
      shuffled.splice(0, 400, ...makeNames(400).map((_, n) => `p${(n * 7 + call * 131) % 400}`))
    }
    const { pages } = await readDrifting(shuffled, { between })

    expect(pages).toBeLessThan(60)
  })
})
